import type { FindingKind } from '../../diagnostic.js';

/** What can be wrong with where skills lie in a tree. */
export const skillOutsideRoots: FindingKind = {
  code: 'skill-outside-roots',
  severity: 'info',
  wording: (a) =>
    `This skill lies outside of ${(a.roots as readonly string[]).join(', ')} and is not indexed. Add "${a.folder}" to the roots to include it.`,
  tags: ['file'],
  page: {
    why: 'Skills are looked for in certain folders; this one lies elsewhere and no agent finds it.',
    wrong: 'extra/my-skill/SKILL.md',
    right: '{ "roots": ["skills", "extra"] }',
    language: 'json',
  },
};

export const skillFileCase: FindingKind = {
  code: 'skill-file-case',
  severity: 'error',
  wording: (a) =>
    `The file is called ${a.found} and is not read on systems where case counts. Rename it to SKILL.md.`,
  tags: ['file', 'host'],
  page: {
    why: 'Where case counts (Linux, CI, most servers) nothing but SKILL.md is a skill.',
    wrong: 'skills/my-skill/skill.md',
    right: 'skills/my-skill/SKILL.md',
    language: 'text',
    fix: '`git mv skill.md SKILL.md`',
  },
};

export const skillFileCollision: FindingKind = {
  code: 'skill-file-collision',
  severity: 'warning',
  wording: (a) =>
    `${a.found} differs from SKILL.md only in case, and the two collide on some file systems. Remove one.`,
  tags: ['file', 'host'],
  page: {
    why: 'On file systems without case the two are one file, and a checkout keeps either.',
    wrong: 'skills/my-skill/SKILL.md\nskills/my-skill/Skill.md',
    right: 'skills/my-skill/SKILL.md',
    language: 'text',
  },
};

export const linkDangling: FindingKind = {
  code: 'symlink-dangling',
  severity: 'warning',
  wording: (a) => `The symbolic link's target ${a.target} does not exist. Mend or remove the link.`,
  tags: ['file', 'links'],
  page: {
    why: 'A link without a target gives a host nothing to read.',
    wrong: 'skills/my-skill -> ../gone',
    right: 'skills/my-skill -> ../shared/my-skill',
    language: 'text',
  },
};

export const linkOutside: FindingKind = {
  code: 'symlink-outside-repository',
  severity: 'warning',
  wording: (a) =>
    `The symbolic link's target ${a.target} is outside the repository and is not followed. Copy the files in.`,
  tags: ['file', 'links', 'security'],
  page: {
    why: 'What lies outside is not part of the commit: nobody reviewed it, and it is another file on each machine.',
    wrong: 'skills/my-skill -> /home/me/my-skill',
    right: 'skills/my-skill/SKILL.md',
    language: 'text',
  },
};

export const linkLoop: FindingKind = {
  code: 'symlink-loop',
  severity: 'warning',
  wording: (a) =>
    `The symbolic link to ${a.target} is a loop: it leads back to a folder above it, and is not followed.`,
  tags: ['file', 'links'],
  page: {
    why: 'A reader that follows it never ends.',
    wrong: 'skills/my-skill/again -> ..',
    right: 'skills/my-skill/SKILL.md',
    language: 'text',
  },
};

export const linkToFile: FindingKind = {
  code: 'symlink-to-file',
  severity: 'warning',
  wording: (a) =>
    `The symbolic link's target ${a.target} is a file, not a folder with a SKILL.md. Link to a folder.`,
  tags: ['file', 'links'],
  page: {
    why: 'A skill is a folder; a link to a file in the place of one is not read.',
    wrong: 'skills/my-skill -> ../notes.md',
    right: 'skills/my-skill -> ../shared/my-skill',
    language: 'text',
  },
};

export const skillFileShared: FindingKind = {
  code: 'skill-file-shared',
  severity: 'info',
  wording: (a) =>
    `This is a link to the SKILL.md of the skill ${a.skill} and is no skill of its own: that one is indexed. Copy the file to make it one.`,
  tags: ['file', 'links'],
  page: {
    why: 'Two folders that share one SKILL.md are one skill with two names.',
    wrong: 'skills/b/SKILL.md -> ../a/SKILL.md',
    right: 'skills/b/SKILL.md (a file of its own)',
    language: 'text',
  },
};

export const submoduleSkipped: FindingKind = {
  code: 'submodule-skipped',
  severity: 'warning',
  wording: () =>
    'A submodule lies here; its files belong to another repository and are not read. Build that one by itself.',
  tags: ['file'],
  page: {
    why: 'A submodule is another repository with a history of its own; its skills are indexed there.',
    wrong: 'skills/vendor (a submodule)',
    right: 'skills/vendor/SKILL.md',
    language: 'text',
  },
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
