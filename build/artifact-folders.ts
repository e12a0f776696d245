import { DIGEST_HEAD, INDEX_FILE } from '../schema/format.js';
import type { Snapshot } from './git/snapshot.js';

/** What a build writes into its folder; other files that lie there are the repository's own. */
const BUILT = /^(?:index\.json$|[a-z]+-[0-9a-f]{16}\.json$|skills\/|\.previous\/|\.stage[^/]*\/)/;

/** True for a path that a build wrote into one of these artifacts' folders. */
export function isBuilt(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`) && BUILT.test(path.slice(folder.length + 1)));
}

/**
 * Folders of a snapshot that hold an artifact: an index beside `skills/`. They are told by their bytes and not by where
 * the next artifact goes, so that a commit gives the same bytes whatever its output folder. The top folder and what
 * lies inside of a skill (its own files) are never among them.
 */
export async function artifactFolders(snapshot: Snapshot): Promise<string[]> {
  const { entries } = snapshot;
  const suffix = `/${INDEX_FILE}`;
  const indexes = entries.filter(({ path, mode }) => path.endsWith(suffix) && mode.startsWith('100'));
  if (indexes.length === 0) return [];
  const holders = new Set<string>();
  const skills = new Set<string>();
  for (const { path } of entries) {
    for (let at = path.indexOf('/skills/'); at >= 0; at = path.indexOf('/skills/', at + 1)) {
      holders.add(path.slice(0, at));
    }
    if (path.endsWith('/SKILL.md')) skills.add(path.slice(0, -'/SKILL.md'.length));
  }
  const folders: string[] = [];
  for (const entry of indexes) {
    const folder = entry.path.slice(0, -suffix.length);
    if (!holders.has(folder) || isInSkill(folder, skills)) continue;
    const head = (await snapshot.read(entry)).subarray(0, DIGEST_HEAD.length);
    if (Buffer.from(head).toString('latin1') === DIGEST_HEAD) folders.push(folder);
  }
  return folders;
}

function isInSkill(folder: string, skills: ReadonlySet<string>): boolean {
  for (let at = folder.length; at > 0; at = folder.lastIndexOf('/', at - 1)) {
    if (skills.has(folder.slice(0, at))) return true;
  }
  return false;
}
