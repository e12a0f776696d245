import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What a save may add to inside `.git`; everything else, and the whole work tree, has to stay as it is. */
const MAY_GROW = /^\.git\/(?:objects|refs\/heads\/skillgraft|logs\/refs\/heads\/skillgraft)(?:\/|$)/;

/** A digest of every file of a repository that a proposal must not touch: HEAD, index, config, other refs, work tree. */
export function untouchable(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true }).map(String).sort();
  return Object.fromEntries(
    names.filter((name) => !MAY_GROW.test(name)).map((name) => [name, stateOf(join(dir, name))]),
  );
}

function stateOf(path: string): string {
  const stats = lstatSync(path);
  if (stats.isDirectory()) return 'folder';
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  return `${stats.mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}
