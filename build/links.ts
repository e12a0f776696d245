import type { Snapshot } from './git/snapshot.js';

/** Target text of every symbolic link, by the object id of its blob. */
export async function readLinks(snapshot: Snapshot): Promise<Map<string, string>> {
  const links = snapshot.entries.filter((entry) => entry.mode === '120000');
  const targets = await snapshot.readAll(links);
  return new Map(links.map((entry, i) => [entry.oid, new TextDecoder().decode(targets[i]!)]));
}
