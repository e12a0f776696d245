import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { PREVIOUS_FOLDER } from '../runtime/files/fs.js';
import { SkillgraftError } from '../schema/errors.js';
import { INDEX_FILE } from '../schema/format.js';
import { type DiscoverOptions, discover } from './discover.js';
import type { Snapshot } from './git/snapshot.js';
import { readLinks } from './links.js';

/** A path without links in it; its end need not be there yet. */
export async function realPathOf(path: string): Promise<string> {
  const full = resolve(path);
  const up = dirname(full);
  return realpath(full).catch(async () => (up === full ? full : join(await realPathOf(up), basename(full))));
}

/** POSIX path of `path` below `top`, empty for `top` itself; null where it lies elsewhere. */
export function pathBelow(top: string, path: string): string | null {
  const below = relative(top, path);
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) return null;
  return below.split(sep).join('/');
}

/** A snapshot without the files of some paths: what a build wrote is no source of the next one. */
export function leaveOut(snapshot: Snapshot, isLeftOut: (path: string) => boolean): Snapshot {
  const isKept = ({ path }: { readonly path: string }): boolean => !isLeftOut(path);
  return {
    ...snapshot,
    entries: snapshot.entries.filter(isKept),
    problems: snapshot.problems.filter(isKept),
  };
}

/**
 * Refuses an output folder that skills lie in which no build put there: they would be left out, or written over.
 *
 * @throws SkillgraftError `out-is-source`
 */
export async function refuseSourceBelow(
  snapshot: Snapshot,
  below: string | null,
  options: DiscoverOptions,
): Promise<void> {
  if (below === null || below === '') return;
  const isBuilt = snapshot.entries.some(
    ({ path }) => path === `${below}/${INDEX_FILE}` || path.startsWith(`${below}/${PREVIOUS_FOLDER}/`),
  );
  const isSuspect = (path: string): boolean =>
    path.startsWith(`${below}/`) &&
    path.endsWith('/SKILL.md') &&
    !(isBuilt && /^(?:\.previous\/|\.stage[^/]*\/)?skills\//.test(path.slice(below.length + 1)));
  if (!snapshot.entries.some(({ path }) => isSuspect(path))) return;
  const { skills } = discover(snapshot.entries, await readLinks(snapshot), options);
  const source = skills.find(({ file }) => isSuspect(file));
  if (source !== undefined) throw outIsSource(below, `holds the skill ${source.path}`);
}

/** An artifact holds copies of the skills: written over the repository it would change its source. */
export function outIsSource(out: string, why: string): SkillgraftError {
  return new SkillgraftError(
    'out-is-source',
    `${out} ${why}.`,
    'Choose a folder of its own with --out, such as dist beside the sources.',
  );
}
