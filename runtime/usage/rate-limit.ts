const MINUTE = 60_000;

/** Lets a number of things of each kind through in a minute. */
export class RateLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #seen = new Map<string, { since: number; count: number }>();

  /** @param now milliseconds of a clock that does not jump */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Takes one turn. Milliseconds until there is one again where there is none, else 0. */
  take(kind: string): number {
    const now = this.#now();
    const known = this.#seen.get(kind);
    const window = known === undefined || now - known.since >= MINUTE ? { since: now, count: 0 } : known;
    this.#seen.set(kind, window);
    if (window.count >= this.#perMinute) return window.since + MINUTE - now;
    window.count += 1;
    return 0;
  }
}
