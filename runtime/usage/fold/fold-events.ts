import type { UsageEvent } from '../../../schema/usage/event.js';
import { isDay } from '../../../schema/usage/line.js';
import { SearchTallies } from './search-tallies.js';
import { addTally, emptyTally, type Tally } from './tally.js';

/** Distinct queries with their skills' versions that are told apart, and the UTF-16 code units of all of them. */
const MOST_QUERIES = 50_000;
const MOST_UNITS = 40_000_000;
/** Distinct versions of skills, and distinct commits. */
const MOST_VERSIONS = 50_000;
const MOST_COMMITS = 10_000;

/** What came of one version of a skill, by query. */
export interface VersionTally {
  /** As the events have it; null where none of them knows it. */
  version: number | null;
  /** By query; the empty one has loads, and outcomes without a query's text. */
  readonly queries: Map<string, Tally>;
}

/** What was counted on the way. */
export interface FoldCounts {
  readonly events: number;
  /** Events of a day that is still to come, by this machine's clock: they count without it. */
  readonly future: number;
  /** Events that count without their query, since there are too many different ones. */
  readonly withoutQuery: number;
  /** Events that do not count, since there are too many different versions. */
  readonly leftOut: number;
}

/**
 * Counts events in memory that is bounded by how many different ones there are. Once there are too many, those that come
 * first stay, so that a count of the same events and more is never a smaller one.
 */
export class UsageFold {
  readonly #latest: string;
  readonly #limits: FoldLimits;
  readonly #skills = new Map<string, Map<string, VersionTally>>();
  readonly #commits = new Map<string, number>();
  readonly #searches = new SearchTallies();
  readonly #counts = { events: 0, future: 0, withoutQuery: 0, leftOut: 0 };
  #queries = 0;
  #units = 0;
  #versions = 0;
  /** The day that was looked at last: events of one day come one after the other. */
  #day = { text: '', isPlausible: false };

  /** @param latest the last day that an event may be of, such as `2026-01-31` */
  constructor(latest: string, limits: Partial<FoldLimits> = {}) {
    this.#latest = latest;
    this.#limits = { queries: MOST_QUERIES, units: MOST_UNITS, versions: MOST_VERSIONS, ...limits };
  }

  /** By skill's path and the digest of its text. */
  get skills(): ReadonlyMap<string, ReadonlyMap<string, VersionTally>> {
    return this.#skills;
  }

  /** Events by the commit of the index that answered; of a large number of commits, the first. */
  get commits(): ReadonlyMap<string, number> {
    return this.#commits;
  }

  get searches(): SearchTallies {
    return this.#searches;
  }

  get counts(): FoldCounts {
    return this.#counts;
  }

  add(event: UsageEvent): void {
    this.#counts.events += 1;
    const day = this.#dayOf(event.at);
    if (event.kind === 'search') {
      this.#searches.add(event, day);
      return;
    }
    if (event.commit !== null) this.#noteCommit(event.commit);
    const version = this.#versionOf(event.skill!, event.digest!);
    if (version === null) {
      this.#counts.leftOut += 1;
      return;
    }
    if (event.version != null && event.version > (version.version ?? 0)) version.version = event.version;
    const query = event.kind === 'load' ? '' : (event.query ?? '');
    addTally(this.#tallyOf(version, query), event, day);
  }

  /** Empty for a day that the calendar does not have, and for one that is still to come. */
  #dayOf(at: string): string {
    const text = at.slice(0, 10);
    if (text !== this.#day.text) this.#day = { text, isPlausible: isDay(text) && text <= this.#latest };
    if (this.#day.isPlausible) return text;
    this.#counts.future += 1;
    return '';
  }

  #noteCommit(commit: string): void {
    const count = this.#commits.get(commit);
    if (count !== undefined || this.#commits.size < MOST_COMMITS) this.#commits.set(commit, (count ?? 0) + 1);
  }

  #versionOf(skill: string, digest: string): VersionTally | null {
    const known = this.#skills.get(skill)?.get(digest);
    if (known !== undefined) return known;
    if (this.#versions >= this.#limits.versions) return null;
    this.#versions += 1;
    const made: VersionTally = { version: null, queries: new Map() };
    const versions = this.#skills.get(skill);
    if (versions === undefined) this.#skills.set(skill, new Map([[digest, made]]));
    else versions.set(digest, made);
    return made;
  }

  #tallyOf({ queries }: VersionTally, query: string): Tally {
    const known = queries.get(query);
    if (known !== undefined) return known;
    const { queries: most, units } = this.#limits;
    if (query !== '' && (this.#queries >= most || this.#units + query.length > units)) {
      this.#counts.withoutQuery += 1;
      return queries.get('') ?? setNew(queries, '');
    }
    this.#queries += query === '' ? 0 : 1;
    this.#units += query.length;
    return setNew(queries, query);
  }
}

interface FoldLimits {
  readonly queries: number;
  readonly units: number;
  readonly versions: number;
}

function setNew(queries: Map<string, Tally>, query: string): Tally {
  const made = emptyTally();
  queries.set(query, made);
  return made;
}
