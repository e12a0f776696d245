import { compareText } from '../../schema/diagnostic.js';
import { SKILL_ROOTS } from '../../schema/skill/roots.js';
import type { Repository, TreeEntry } from '../git/repository.js';
import { isBelow } from './plan/paths.js';
import type { BaseFile } from './types.js';

/** SKILL.md files below the roots; links are not followed. */
export function skillFiles(
  entries: readonly TreeEntry[],
  roots: readonly string[] | undefined,
): readonly TreeEntry[] {
  const all = entries.filter(
    ({ path, mode }) =>
      mode.startsWith('100') &&
      (path === 'SKILL.md' || path.endsWith('/SKILL.md')) &&
      !/(?:^|\/)(?:node_modules|\.git)\//u.test(path),
  );
  const below = all.filter(({ path }) =>
    (roots ?? SKILL_ROOTS).some((root) => isBelow(plainRoot(root), path)),
  );
  return roots === undefined && below.length === 0 ? all : below;
}

/** Where a new skill goes: the first root that holds skills; outside of the usual ones, where most skills lie. */
export function rootOf(files: readonly TreeEntry[], roots: readonly string[] | undefined): string {
  const known = (roots ?? SKILL_ROOTS).map(plainRoot);
  const used = known.find((root) => root !== '' && files.some(({ path }) => isBelow(root, path)));
  if (used !== undefined) return used;
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.split('/').slice(0, -2).join('/');
    if (path !== 'SKILL.md') counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  return most?.[0] ?? (known.find((root) => root !== '') || 'skills');
}

function plainRoot(root: string): string {
  return root
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/** Plain files of a skill's folder; at the repository's root, of the folders that a skill has. */
export async function readFiles(
  repository: Repository,
  entries: readonly TreeEntry[],
  folder: string,
): Promise<ReadonlyMap<string, BaseFile>> {
  const own = entries.filter(
    ({ path, mode }) =>
      isBelow(folder, path) &&
      (mode === '100644' || mode === '100755') &&
      (folder !== '.' || /^(?:SKILL\.md$|(?:scripts|references|assets)\/)/u.test(path)),
  );
  const blobs = await repository.blobs(own.map(({ oid }) => oid));
  return new Map(
    own.map(({ path, mode }, i) => [path, { mode: mode as BaseFile['mode'], bytes: blobs[i]! }]),
  );
}

/** True where a word is a commit's id that the repository has, at which the folder was the same to the byte. */
export async function isSameAt(
  repository: Repository,
  entries: readonly TreeEntry[],
  folder: string,
  word: string,
): Promise<boolean> {
  if (!/^[0-9a-f]{7,64}$/iu.test(word)) return false;
  const commit = await repository.resolve(word.toLowerCase()).catch(() => null);
  if (commit === null) return false;
  const lines = (list: readonly TreeEntry[]): string =>
    list.map(({ path, mode, oid }) => `${mode} ${oid} ${path}`).join('\n');
  return (
    lines(await repository.tree(commit, folder)) ===
    lines(entries.filter(({ path }) => isBelow(folder, path)))
  );
}
