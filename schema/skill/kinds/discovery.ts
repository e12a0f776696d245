import type { FindingKind } from '../../diagnostic.js';

/** What can be wrong with where skills lie in a tree. */
export const skillOutsideRoots: FindingKind = {
  code: 'skill-outside-roots',
  severity: 'info',
  wording: (a) =>
    `This skill lies outside of ${(a.roots as readonly string[]).join(', ')} and is not indexed. Add "${a.folder}" to the roots to include it.`,
};

export const skillFileCase: FindingKind = {
  code: 'skill-file-case',
  severity: 'error',
  wording: (a) =>
    `The file is called ${a.found} and is not read on systems where case counts. Rename it to SKILL.md.`,
};

export const skillFileCollision: FindingKind = {
  code: 'skill-file-collision',
  severity: 'warning',
  wording: (a) =>
    `${a.found} differs from SKILL.md only in case, and the two collide on some file systems. Remove one.`,
};

export const linkDangling: FindingKind = {
  code: 'symlink-dangling',
  severity: 'warning',
  wording: (a) => `The symbolic link's target ${a.target} does not exist. Mend or remove the link.`,
};

export const linkOutside: FindingKind = {
  code: 'symlink-outside-repository',
  severity: 'warning',
  wording: (a) =>
    `The symbolic link's target ${a.target} is outside the repository and is not followed. Copy the files in.`,
};

export const linkLoop: FindingKind = {
  code: 'symlink-loop',
  severity: 'warning',
  wording: (a) =>
    `The symbolic link to ${a.target} is a loop: it leads back to a folder above it, and is not followed.`,
};

export const linkToFile: FindingKind = {
  code: 'symlink-to-file',
  severity: 'warning',
  wording: (a) =>
    `The symbolic link's target ${a.target} is a file, not a folder with a SKILL.md. Link to a folder.`,
};

export const skillFileShared: FindingKind = {
  code: 'skill-file-shared',
  severity: 'info',
  wording: (a) =>
    `This is a link to the SKILL.md of the skill ${a.skill} and is no skill of its own: that one is indexed. Copy the file to make it one.`,
};

export const submoduleSkipped: FindingKind = {
  code: 'submodule-skipped',
  severity: 'warning',
  wording: () =>
    'A submodule lies here; its files belong to another repository and are not read. Build that one by itself.',
};

export const discoveryKinds: readonly FindingKind[] = [
  skillOutsideRoots,
  skillFileCase,
  skillFileCollision,
  linkDangling,
  linkOutside,
  linkLoop,
  linkToFile,
  skillFileShared,
  submoduleSkipped,
];
