import { posix } from 'node:path';
import type { ChangelogRecord } from '../../schema/changelog-trailers.js';
import type { CommitInfo, LineageEdge } from '../../schema/lineage.js';
import type { CommitStep, SkillNode } from './nodes.js';
import type { LineageEvent, TipSkill } from './types.js';

/** What trailers tell of one version. */
export interface ToldVersion {
  /** Positions in the commit's changelogs. */
  readonly changelogs: readonly number[];
  /** The number that the last `Skill-To` about it names. */
  readonly proposed?: number;
}

/** A skill at one moment: the folder is where it was, the node where it goes. */
interface Place {
  readonly path: string;
  readonly node: SkillNode;
}

interface Link {
  readonly type: 'derive' | 'merge' | 'supersede';
  readonly from: Place;
  readonly to: Place;
  readonly commit: string;
}

/**
 * Reads what trailers tell of the skills that their own commit touched. A trailer is text that anybody may write: what
 * it says of other skills counts for nothing, but that a skill which is there was the source of one that the commit
 * touched. A change that names no skill is told of all that no other one names.
 */
export class ChangelogReader {
  readonly #commits: ReadonlyMap<string, CommitInfo>;
  /** Names of skills at the tip, where they are not the folder's. */
  readonly #names: ReadonlyMap<string, string>;
  /** Folders that there have been, by their last part. */
  readonly #folders = new Map<string, Set<string>>();
  readonly #told = new Map<LineageEvent, { changelogs: number[]; proposed?: number }>();
  readonly #links: Link[] = [];

  constructor(commits: ReadonlyMap<string, CommitInfo>, tips: readonly TipSkill[]) {
    this.#commits = commits;
    this.#names = new Map(tips.map(({ path, name }) => [path, name]));
  }

  /** What is told of the version that an event made; undefined where nothing is. */
  of(event: LineageEvent): ToldVersion | undefined {
    return this.#told.get(event);
  }

  /** To be called for each commit in order. */
  read(step: CommitStep): void {
    for (const { path } of step.events) {
      const last = posix.basename(path);
      this.#folders.set(last, (this.#folders.get(last) ?? new Set()).add(path));
    }
    const changelogs = this.#commits.get(step.commit)?.changelogs ?? [];
    const unnamed = changelogs.findLastIndex(
      (record) => (record.to ?? record.name ?? record.from) === undefined,
    );
    changelogs.forEach((record, i) => {
      if (i !== unnamed) this.#readNamed(step, record, i);
    });
    if (unnamed < 0) return;
    for (const event of step.events) if (!this.#told.has(event)) this.#tell(event, unnamed);
  }

  /** Edges between the folders that the skills have at the end, or had last. Call it when all commits are read. */
  edges(): LineageEdge[] {
    const folder = ({ path, node }: Place): string => node.live ?? path;
    return this.#links
      .map(({ type, from, to, commit }) => ({ type, from: folder(from), to: folder(to), commit }))
      .filter(({ from, to }) => from !== to);
  }

  #readNamed(step: CommitStep, record: ChangelogRecord, position: number): void {
    const { name, from, to, sources = [] } = record;
    const target =
      this.#touched(to, step) ?? this.#touched(name, step) ?? (to ? undefined : this.#touched(from, step));
    if (target === undefined) return;
    this.#tell(step.events[target]!, position, versionIn(to));
    const action = record.action?.toUpperCase();
    if (action !== 'DERIVE' && action !== 'MERGE') return;
    const made = { path: step.events[target]!.path, node: step.nodes[target]! };
    for (const word of sources) {
      const touched = this.#touched(word, step);
      const source = touched === undefined ? this.#known(word, step) : placeOf(step, touched);
      if (source === undefined || touched === target) continue;
      const link = { from: source, to: made, commit: step.commit };
      this.#links.push({ type: action === 'DERIVE' ? 'derive' : 'merge', ...link });
      if (action === 'DERIVE' || touched === undefined) continue;
      this.#links.push({ type: 'supersede', ...link });
      this.#tell(step.events[touched]!, position);
    }
  }

  #tell(event: LineageEvent, position: number, proposed?: number): void {
    const told = this.#told.get(event) ?? { changelogs: [] };
    if (!told.changelogs.includes(position)) told.changelogs.push(position);
    if (proposed !== undefined) told.proposed = proposed;
    this.#told.set(event, told);
  }

  /** The event of the skill that a word names by its folder, or by a name that only one of the commit's skills has. */
  #touched(word: string | undefined, { events }: CommitStep): number | undefined {
    if (word === undefined) return undefined;
    const folder = folderIn(word);
    const at = events.findIndex(({ path }) => path === folder);
    const before = at >= 0 ? at : events.findIndex(({ from }) => from === folder);
    if (before >= 0) return before;
    const named = events.flatMap(({ path }, i) =>
      posix.basename(path) === posix.basename(folder) || this.#names.get(path) === folder ? [i] : [],
    );
    return named.length === 1 ? named[0] : undefined;
  }

  /** The skill that is there at this moment under a folder, or under a name that no other has. */
  #known(word: string, { owners }: CommitStep): Place | undefined {
    const folder = folderIn(word);
    const isThere = (path: string): boolean => owners.get(path)?.live === path;
    const [path, ...more] = isThere(folder)
      ? [folder]
      : [...(this.#folders.get(folder) ?? [])].filter(isThere);
    return path === undefined || more.length > 0 ? undefined : { path, node: owners.get(path)! };
  }
}

function placeOf({ events, nodes }: CommitStep, i: number): Place {
  return { path: events[i]!.path, node: nodes[i]! };
}

const VERSIONED = /^(.*)@(\d{1,9})$/s;

function folderIn(word: string): string {
  return VERSIONED.exec(word)?.[1] ?? word;
}

function versionIn(word: string | undefined): number | undefined {
  const version = VERSIONED.exec(word ?? '')?.[2];
  return version === undefined ? undefined : Number(version);
}
