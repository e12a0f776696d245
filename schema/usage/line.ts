import { codePointLength, nfc } from '../text.js';
import { USAGE_LIMITS } from './limits.js';
import { recordOf } from './merge-records.js';
import type { UsageRecord } from './types.js';

/** What keeps a line from being a record: its syntax, its length, or one of its keys. */
export type LineProblem =
  | 'not-text'
  | 'not-json'
  | 'not-an-object'
  | 'too-long'
  | 'query'
  | 'version'
  | 'digest'
  | 'last'
  | 'by'
  | 'reasons';

/** An anonymous recorder's id. */
export const RECORDER_ID = /^[0-9a-f]{8,16}$/;
export const SKILL_DIGEST = /^sha256:[0-9a-f]{64}$/;
/** The day of what has none that can be: earlier than any other. */
export const UNKNOWN_DAY = '1970-01-01';
const DAY = /^\d{4}-\d\d-\d\d$/;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Reads one line of a file of records. The sums are those of the recorders, whatever the line says. */
export function readUsageLine(line: string): UsageRecord | LineProblem {
  if (line.length > USAGE_LIMITS.line) return 'too-long';
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not-json';
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'not-an-object';
  const { query, version, digest, last, by, reasons = [] } = value as Record<string, unknown>;
  if (query !== undefined && !isText(query, USAGE_LIMITS.query)) return 'query';
  if (version !== null && !isCount(version, 1)) return 'version';
  if (typeof digest !== 'string' || !SKILL_DIGEST.test(digest)) return 'digest';
  if (typeof last !== 'string' || !isDay(last)) return 'last';
  const counts = readCounts(by);
  if (counts === null) return 'by';
  if (!Array.isArray(reasons) || !reasons.every(isReason)) return 'reasons';
  return recordOf(
    { ...(query === undefined ? {} : { query: nfc(query) }), version, digest, last, reasons },
    counts,
  );
}

/** True for a day that the calendar has, such as `2026-01-31`. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function readCounts(by: unknown): ReadonlyMap<string, readonly [number, number, number]> | null {
  if (by === null || typeof by !== 'object' || Array.isArray(by)) return null;
  const counts = new Map<string, readonly [number, number, number]>();
  for (const [id, value] of Object.entries(by)) {
    if (!RECORDER_ID.test(id) || !Array.isArray(value) || value.length !== 3) return null;
    const [successes, failures, loads]: unknown[] = value;
    if (!isCount(successes) || !isCount(failures) || !isCount(loads)) return null;
    counts.set(id, [successes, failures, loads]);
  }
  return counts.size === 0 ? null : counts;
}

function isCount(value: unknown, min = 0): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= USAGE_LIMITS.count;
}

/** A day, a blank, and why. */
function isReason(value: unknown): value is string {
  if (typeof value !== 'string' || value[10] !== ' ' || !isDay(value.slice(0, 10))) return false;
  return isText(value.slice(11), USAGE_LIMITS.reason);
}

/** One line that says something. */
function isText(value: unknown, max: number): value is string {
  if (typeof value !== 'string' || value.trim() === '' || !value.isWellFormed()) return false;
  return codePointLength(value) <= max && !CONTROLS.test(value);
}
