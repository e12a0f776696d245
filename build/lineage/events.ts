import type { CommitChanges, Repository } from '../../runtime/git/repository.js';
import { exactRenames, type RenameCandidates, similarRenames } from './renames.js';
import { type Fingerprint, fingerprint } from './similarity.js';
import type { LineageEvent } from './types.js';

/** The events of some commits, and the commits where a file that had to be compared is missing. */
export interface EventBatch {
  readonly events: readonly LineageEvent[];
  readonly doubtful: ReadonlySet<string>;
}

/** Turns changes of SKILL.md files into events of skills: pairs renames, reading only the files that it compares. */
export async function readEvents(repo: Repository, commits: readonly CommitChanges[]): Promise<EventBatch> {
  const open = commits.map((changes) => ({ changes, candidates: exactRenames(changes) }));
  const blobs = new Set(open.flatMap(({ candidates }) => blobsToCompare(candidates)));
  const prints = await readPrints(repo, [...blobs]);
  const doubtful = new Set<string>();
  const events: LineageEvent[] = [];
  for (const { changes, candidates } of open) {
    if (blobsToCompare(candidates).some((blob) => !prints.has(blob))) doubtful.add(changes.commit);
    events.push(...eventsOf(changes, candidates, prints));
  }
  return { events, doubtful };
}

/** The folder of a SKILL.md; `.` for one at the root. */
function skillFolder(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '.' : path.slice(0, slash);
}

function blobsToCompare({ deleted, added }: RenameCandidates): string[] {
  if (deleted.length === 0 || added.length === 0) return [];
  return [...deleted.map(({ before }) => before!), ...added.map(({ blob }) => blob!)];
}

async function readPrints(repo: Repository, blobs: readonly string[]): Promise<Map<string, Fingerprint>> {
  const contents = await repo.presentBlobs(blobs);
  const prints = new Map<string, Fingerprint>();
  contents.forEach((data, i) => {
    if (data !== null) prints.set(blobs[i]!, fingerprint(data));
  });
  return prints;
}

function eventsOf(
  { commit, changes }: CommitChanges,
  candidates: RenameCandidates,
  prints: ReadonlyMap<string, Fingerprint>,
): LineageEvent[] {
  const pairs = [...candidates.exact, ...similarRenames(candidates, prints)];
  const sources = new Map(pairs.map(({ from, to }) => [to.path, skillFolder(from.path)]));
  const moved = new Set(pairs.map(({ from }) => from.path));
  return changes
    .filter(({ op, path }) => op !== 'delete' || !moved.has(path))
    .map(({ op, path, blob }) => {
      const from = sources.get(path);
      const kind = from === undefined ? { op } : { op: 'rename' as const, from };
      return { commit, ...kind, path: skillFolder(path), ...(blob === undefined ? {} : { blob }) };
    });
}
