import type { UsageEvent } from '../../../schema/usage/event.js';
import { USAGE_LIMITS } from '../../../schema/usage/limits.js';

/** What came of a query, or of all that have no text. */
export interface Tally {
  successes: number;
  failures: number;
  loads: number;
  /** Empty where no event had a day that can be. */
  last: string;
  /** Why it failed, with the last day of each reason, the latest last; null where nobody said. */
  reasons: Map<string, string> | null;
}

export function emptyTally(): Tally {
  return { successes: 0, failures: 0, loads: 0, last: '', reasons: null };
}

export function addTally(tally: Tally, { kind, success, reason }: UsageEvent, day: string): void {
  if (day > tally.last) tally.last = day;
  if (kind === 'load') tally.loads += 1;
  else if (success === true) tally.successes += 1;
  else {
    tally.failures += 1;
    if (reason !== undefined) noteReason(tally, reason, day);
  }
}

/** Adds what another tally has. */
export function joinTally(tally: Tally, other: Tally): void {
  tally.successes += other.successes;
  tally.failures += other.failures;
  tally.loads += other.loads;
  if (other.last > tally.last) tally.last = other.last;
  for (const [reason, day] of other.reasons ?? []) noteReason(tally, reason, day);
}

function noteReason(tally: Tally, reason: string, day: string): void {
  tally.reasons ??= new Map();
  const known = tally.reasons.get(reason) ?? '';
  tally.reasons.delete(reason);
  tally.reasons.set(reason, day > known ? day : known);
  if (tally.reasons.size <= USAGE_LIMITS.reasons) return;
  const [oldest] = tally.reasons.keys();
  tally.reasons.delete(oldest!);
}
