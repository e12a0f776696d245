import type { TreeEntry } from '../runtime/git/repository.js';
import { compareFindings, compareText, type Finding, finding } from '../schema/diagnostic.js';
import { skillFileShared, skillOutsideRoots } from '../schema/skill/kinds/discovery.js';
import { SKILL_ROOTS } from '../schema/skill/roots.js';
import { type FileTree, makeTree } from './discover/file-tree.js';
import { skillFiles } from './discover/skill-files.js';
import { type Candidate, walkRoots } from './discover/walk.js';

export interface DiscoverOptions {
  /** Folders in which skills lie, `.` for the whole tree. Absent: the usual ones, or the whole tree where they hold none. */
  readonly roots?: readonly string[];
}

/** A skill as a place in the tree. */
export interface DiscoveredSkill {
  /** Its folder as seen from the roots, `.` for the repository's own. */
  readonly path: string;
  /** Path of its SKILL.md, in that folder. */
  readonly file: string;
  /** Where that file really is: the same path, or the end of a chain of links. */
  readonly realFile: string;
  /** The SKILL.md itself: `path` is `file`, mode and object id are the real file's. */
  readonly entry: TreeEntry;
  /** All files of the folder, SKILL.md and those of nested skills included, sorted; links as with `entry`. */
  readonly files: readonly TreeEntry[];
}

export interface Discovery {
  /** Sorted by path. */
  readonly skills: readonly DiscoveredSkill[];
  /** The folders that were walked, '' for the whole tree. */
  readonly roots: readonly string[];
  readonly findings: readonly Finding[];
}

/**
 * Finds the skills of a tree, purely: symbolic links are followed in memory, only inside the repository, and loops are
 * cut by real path. `links` gives each link's target text by the object id of its blob.
 */
export function discover(
  entries: readonly TreeEntry[],
  links: ReadonlyMap<string, string>,
  options: DiscoverOptions = {},
): Discovery {
  const tree = makeTree(entries, links);
  let roots = options.roots?.map(normaliseRoot) ?? SKILL_ROOTS.filter((root) => holds(entries, root));
  let walked = walkRoots(tree, roots);
  if (options.roots === undefined && walked.candidates.length === 0) {
    roots = [''];
    walked = walkRoots(tree, roots);
  }
  const chosen = onePerRealFile(walked.candidates);
  const skills = chosen.map((one) => describeSkill(tree, one)).sort((a, b) => compareText(a.path, b.path));
  const findings = [
    ...walked.findings,
    ...shared(walked.candidates, chosen),
    ...outside(entries, roots, walked.reached),
  ];
  return { skills, roots, findings: findings.sort(compareFindings) };
}

/** True where a folder, or a link to one, is there. */
function holds(entries: readonly TreeEntry[], root: string): boolean {
  return entries.some(
    ({ path }) => path === root || path.startsWith(`${root}/`) || root.startsWith(`${path}/`),
  );
}

function normaliseRoot(root: string): string {
  return root
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/** One SKILL.md reached by several paths is one skill: by its real path where that was walked, else by the first. */
function onePerRealFile(candidates: readonly Candidate[]): readonly Candidate[] {
  const byReal = new Map<string, Candidate>();
  for (const one of candidates) {
    const known = byReal.get(one.real);
    const better =
      !known || (known.file !== one.real && (one.file === one.real || compareText(one.file, known.file) < 0));
    if (better) byReal.set(one.real, one);
  }
  return [...byReal.values()];
}

/** One note for each SKILL.md that is a link to that of another skill. */
function shared(candidates: readonly Candidate[], chosen: readonly Candidate[]): Finding[] {
  const byReal = new Map(chosen.map((one) => [one.real, one]));
  return candidates
    .filter((one) => byReal.get(one.real) !== one)
    .map(({ file, real }) => {
      const skill = byReal.get(real)!.folder || '.';
      return finding(skillFileShared, file, { line: 1, column: 1 }, { skill });
    });
}

function describeSkill(tree: FileTree, one: Candidate): DiscoveredSkill {
  const entry = { ...one.entry, path: one.file };
  const path = one.folder === '' ? '.' : one.folder;
  return { path, file: one.file, realFile: one.real, entry, files: skillFiles(tree, one) };
}

/** One note for each SKILL.md that the roots do not reach. */
function outside(
  entries: readonly TreeEntry[],
  roots: readonly string[],
  reached: ReadonlySet<string>,
): Finding[] {
  const names = roots.map((root) => (root === '' ? '.' : `${root}/`));
  return entries
    .filter(
      ({ path, mode }) => /(?:^|\/)SKILL\.md$/u.test(path) && mode.startsWith('100') && !reached.has(path),
    )
    .filter(({ path }) => !/(?:^|\/)(?:node_modules|\.git)\//u.test(path))
    .map(({ path }) => {
      const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
      return finding(skillOutsideRoots, path, { line: 1, column: 1 }, { roots: names, folder });
    });
}
