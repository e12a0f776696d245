import { compareText } from '../../../schema/diagnostic.js';
import type { UsageEvent } from '../../../schema/usage/event.js';

/** Distinct queries that are told apart. */
const MOST = 20_000;

/** How often a query had no answer. */
export interface SearchTally {
  readonly query: string;
  /** No skill seemed to fit. */
  rejected: number;
  /** No skill shared a word. */
  empty: number;
  /** Empty where no event had a day that can be. */
  last: string;
}

/** Searches that no skill answered. They stay on this machine. */
export class SearchTallies {
  readonly #queries = new Map<string, SearchTally>();
  #total = 0;

  /** All of them, those without a query's text and those of too many queries, too. */
  get total(): number {
    return this.#total;
  }

  /** The most frequent first. */
  get queries(): readonly SearchTally[] {
    const count = ({ rejected, empty }: SearchTally) => rejected + empty;
    return [...this.#queries.values()].sort((a, b) => count(b) - count(a) || compareText(a.query, b.query));
  }

  add({ query, answer }: UsageEvent, day: string): void {
    this.#total += 1;
    if (query === undefined) return;
    const tally = this.#queries.get(query) ?? this.#new(query);
    if (tally === null) return;
    if (answer === 'rejected') tally.rejected += 1;
    else tally.empty += 1;
    if (day > tally.last) tally.last = day;
  }

  #new(query: string): SearchTally | null {
    if (this.#queries.size >= MOST) return null;
    const made = { query, rejected: 0, empty: 0, last: '' };
    this.#queries.set(query, made);
    return made;
  }
}
