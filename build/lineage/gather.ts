import type { CommitNode, HistoryRange, Repository } from '../../runtime/git/repository.js';
import { compareText } from '../../schema/diagnostic.js';
import { SkillgraftError } from '../../schema/errors.js';
import {
  type CommitInfo,
  LINEAGE_ALGORITHM,
  LINEAGE_PATHS,
  type LineageSection,
  type LineageState,
} from '../../schema/lineage.js';
import { readChangelogs } from '../../schema/read-changelogs.js';
import { type EventBatch, readEvents } from './events.js';
import { storedEvents } from './log.js';
import { correctDates, type Skew, sortEvents } from './order.js';
import { subjectOf } from './subject.js';
import type { GatheredHistory, LineageEvent } from './types.js';

/** What is known from a stored section. */
interface Known {
  readonly events: readonly LineageEvent[];
  readonly commits: ReadonlyMap<string, CommitInfo>;
  readonly skew: Skew;
}

/** A history is read in this many slices, unless they would be smaller than is worth a process. */
const SLICES = 6;
const MIN_SLICE = 800;

const NOTHING: Known = { events: [], commits: new Map(), skew: new Map() };

/**
 * Reads what every commit up to `head` did to the skills. Where `previous` is a section of an ancestor, only the
 * commits since are read; the result is the same. Objects that are missing make the lineage absent, not an error.
 */
export async function gatherHistory(
  repo: Repository,
  head: string,
  previous?: LineageSection,
): Promise<GatheredHistory> {
  try {
    const since = usableState(repo, previous)?.commit;
    const range = await repo.history(head, since);
    const known = range.incremental && previous !== undefined ? fromSection(previous) : NOTHING;
    return await gatherRange(repo, head, range, known);
  } catch (error) {
    if (!(error instanceof SkillgraftError && error.code === 'object-missing')) throw error;
    return { status: 'absent', reason: error.code, commits: new Map(), events: [], doubtful: new Set() };
  }
}

async function gatherRange(
  repo: Repository,
  head: string,
  range: HistoryRange,
  known: Known,
): Promise<GatheredHistory> {
  const skew = new Map([
    ...known.skew,
    ...correctDates(range.commits, await outerDates(repo, range.commits, known)),
  ]);
  const inside = range.commits.filter(({ id }) => !range.shallow.has(id));
  const { events, doubtful, table } = await readCommits(repo, inside);
  const commits = new Map([...known.commits, ...table]);
  const fresh = new Set(events.map(({ commit }) => commit));
  const all = [...known.events.filter(({ commit }) => !fresh.has(commit)), ...events];
  const dateOf = (id: string) => secondsOf(commits.get(id)!.date) + (skew.get(id) ?? 0);
  return {
    ...statusOf(repo, range, doubtful),
    ...(range.shallow.size === 0 && doubtful.size === 0 ? { state: stateOf(repo, head, skew) } : {}),
    commits,
    events: sortEvents(all, dateOf),
    doubtful,
  };
}

function statusOf(repo: Repository, range: HistoryRange, doubtful: ReadonlySet<string>) {
  if (repo.shallow && range.shallow.size > 0) return { status: 'shallow', reason: 'shallow-clone' } as const;
  if (doubtful.size > 0) return { status: 'partial', reason: 'partial-clone' } as const;
  return { status: 'full' } as const;
}

/** The state to go on from; undefined where the history has to be read from its start. */
function usableState(repo: Repository, previous: LineageSection | undefined): LineageState | undefined {
  const state = previous?.status === 'full' && !repo.shallow ? previous.state : undefined;
  if (state?.algorithm !== LINEAGE_ALGORITHM || state.paths !== LINEAGE_PATHS) return undefined;
  return state.objectFormat === repo.objectFormat ? state : undefined;
}

function fromSection(section: LineageSection): Known {
  const skew = (section.state?.skew ?? []).map((line): [string, number] => {
    const space = line.indexOf(' ');
    return [line.slice(0, space), Number(line.slice(space + 1))];
  });
  const commits = new Map(Object.entries(section.commits));
  const events = storedEvents(section).filter(({ commit }) => commits.has(commit));
  return { events, commits, skew: new Map(skew) };
}

/** Corrected dates of parents that the range does not hold. */
async function outerDates(
  repo: Repository,
  nodes: readonly CommitNode[],
  known: Known,
): Promise<Map<string, number>> {
  const inside = new Set(nodes.map(({ id }) => id));
  const outside = new Set(nodes.flatMap(({ parents }) => parents).filter((id) => !inside.has(id)));
  const details = await repo.commits([...outside]);
  return new Map(details.map(({ id, committedAt }) => [id, committedAt + (known.skew.get(id) ?? 0)]));
}

function stateOf(repo: Repository, head: string, skew: Skew): LineageState {
  return {
    algorithm: LINEAGE_ALGORITHM,
    paths: LINEAGE_PATHS,
    objectFormat: repo.objectFormat,
    commit: head,
    skew: [...skew].map(([id, seconds]) => `${id} ${seconds}`).sort(compareText),
  };
}

/** Reads slices of the commits, two at a time: one slice's files and messages are read while git compares the next. */
async function readCommits(repo: Repository, nodes: readonly CommitNode[]) {
  const size = Math.max(MIN_SLICE, Math.ceil(nodes.length / SLICES));
  const table = new Map<string, CommitInfo>();
  const slices: EventBatch[] = [];
  const work = async (from: number): Promise<void> => {
    for (let at = from * size; at < nodes.length; at += 2 * size) {
      const changes = await repo.skillChanges(nodes.slice(at, at + size));
      const ids = changes.map(({ commit }) => commit);
      const [batch, infos] = await Promise.all([readEvents(repo, changes), commitTable(repo, ids)]);
      slices.push(batch);
      for (const [id, info] of infos) table.set(id, info);
    }
  };
  await Promise.all([work(0), work(1)]);
  const doubtful = new Set(slices.flatMap((slice) => [...slice.doubtful]));
  return { events: slices.flatMap((slice) => slice.events), doubtful, table };
}

async function commitTable(repo: Repository, ids: readonly string[]): Promise<[string, CommitInfo][]> {
  const details = await repo.commits(ids);
  return details.map(({ id, author, committedAt, message }) => {
    const changelogs = readChangelogs(message);
    return [
      id,
      {
        date: new Date(committedAt * 1000).toISOString().replace('.000Z', 'Z'),
        author: author.name,
        subject: subjectOf(message),
        ...(changelogs.length === 0 ? {} : { changelogs }),
      },
    ];
  });
}

function secondsOf(date: string): number {
  return Date.parse(date) / 1000;
}
