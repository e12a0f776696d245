import { USAGE_LIMITS } from './limits.js';

/** What happened: a skill was read, it helped or did not, a search found no skill. */
export type UsageEventKind = 'load' | 'outcome' | 'search';

/** One thing that happened, as a process noted it. Never the text of a skill. */
export interface UsageEvent {
  /** Of this shape. */
  readonly v: 1;
  /** Unique: the log's name, a blank and a number in it, from 1. */
  readonly id: string;
  readonly kind: UsageEventKind;
  /** ISO 8601, UTC, by this machine's clock: it informs, nothing is ordered by it. */
  readonly at: string;
  /** Commit of the artifact that answered; null for a folder without git. */
  readonly commit: string | null;
  /** Path of the skill; absent for a search. */
  readonly skill?: string;
  /** Its version in the artifact; null where the history is not known. */
  readonly version?: number | null;
  /** `sha256:` and 64 hex digits, of its SKILL.md. */
  readonly digest?: string;
  /** NFC, on one line; absent where queries are not kept as text. */
  readonly query?: string;
  /** Salted SHA-256 of the query, 64 hex digits, where queries are kept hashed. */
  readonly queryHash?: string;
  /** Of an outcome. */
  readonly success?: boolean;
  /** Of an outcome: why, on one line. */
  readonly reason?: string;
  /** Of a search: what came of it. */
  readonly answer?: 'rejected' | 'empty';
}

const KINDS: ReadonlySet<unknown> = new Set<UsageEventKind>(['load', 'outcome', 'search']);
const ANSWERS: ReadonlySet<unknown> = new Set<UsageEvent['answer']>(['rejected', 'empty']);
/** An ISO 8601 time in UTC; whether the calendar has it is looked at where it counts. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const HASH = /^[0-9a-f]{64}$/;
/** Code units of a path, and of an id. */
const LONGEST = 4096;

/** Reads a line of a log; null where it is no event, as a line that was not written to its end. */
export function readUsageEvent(line: string): UsageEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return isUsageEvent(value) ? value : null;
}

/** True where all that readers go by has the right shape. A key that is not known is left alone. */
function isUsageEvent(value: unknown): value is UsageEvent {
  if (typeof value !== 'object' || value === null) return false;
  const event = value as { readonly [Key in keyof UsageEvent]: unknown };
  const { v, id, kind, at, commit, query, queryHash } = event;
  if (v !== 1 || !isText(id, LONGEST) || !KINDS.has(kind) || !isLike(at, TIME)) return false;
  if (commit !== null && !isLike(commit, COMMIT)) return false;
  // A character outside of the basic plane is two code units.
  if (query !== undefined && !isText(query, 2 * USAGE_LIMITS.query)) return false;
  if (queryHash !== undefined && !isLike(queryHash, HASH)) return false;
  return kind === 'search' ? ANSWERS.has(event.answer) : isOfSkill(event);
}

function isOfSkill(event: { readonly [Key in keyof UsageEvent]: unknown }): boolean {
  const { kind, skill, version, digest, success, reason } = event;
  if (!isText(skill, LONGEST) || !isLike(digest, DIGEST)) return false;
  if (version !== null && (!Number.isSafeInteger(version) || (version as number) < 1)) return false;
  if (reason !== undefined && !isText(reason, 2 * USAGE_LIMITS.reason)) return false;
  return kind === 'load' || typeof success === 'boolean';
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest;
}

function isLike(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}
