import { analyse } from './analyzer/analyse.js';
import {
  synonymEntryLeftOut,
  synonymKeyRepeated,
  synonymsUnread,
  synonymWordLeftOut,
} from './build-kinds.js';
import { type Finding, type FindingArgs, type FindingKind, finding, type Position } from './diagnostic.js';
import type { SynonymTable } from './index.types.js';
import { codePointLength, excerpt, nfc, positionIndex, toLf } from './text.js';

/** What a file of synonyms may hold at most: what is beyond it is a finding, and left out. */
export const SYNONYM_LIMITS = {
  /** Code points of the file. */
  text: 1_000_000,
  entries: 10_000,
  /** Words of one entry. */
  words: 32,
  /** Code points of a key, and of a word. */
  length: 100,
} as const;

/** Reads a JSON text and keeps the places (UTF-16 offsets) of its outermost keys; `readJson` of the settings is one. */
export type JsonTextReader = (text: string) =>
  | {
      readonly ok: true;
      readonly value: unknown;
      /** In the order of the text, repeated ones too; the value holds the last of those. */
      readonly keys: readonly {
        readonly key: string;
        readonly offset: number;
        readonly valueOffset: number;
      }[];
    }
  | { readonly ok: false; readonly problem: string; readonly offset: number };

export interface SynonymReading {
  /** Null-prototype; empty where nothing could be taken. */
  readonly table: SynonymTable;
  readonly findings: readonly Finding[];
}

/** The form in which keys and queries are compared: NFC, lower case, white space as one blank. */
export function foldSynonym(text: string): string {
  return nfc(text).toLowerCase().replace(/\s+/gu, ' ').trim();
}

/**
 * Reads the text of a file of synonyms, one JSON object: `{"word or phrase": ["what it also brings", ...]}`. An entry
 * leads from its key to its words and not back. Pure. What is wrong is a finding: of a text that is no such object
 * nothing is taken, of an entry or a word that cannot be used the others are. Keys are folded (`foldSynonym`), words
 * are NFC and trimmed, each once.
 *
 * @param path of the file in the repository, for its findings
 */
export function parseSynonyms(text: string, path: string, readJson: JsonTextReader): SynonymReading {
  const source = toLf(text.replace(/^\uFEFF/u, ''));
  const place = positionIndex(source);
  const limit = SYNONYM_LIMITS.text;
  if (codePointLength(source) > limit) return unread(path, place(0), { reason: 'too-large', limit });
  const reading = readJson(source);
  if (!reading.ok) {
    return unread(path, place(reading.offset), { reason: 'syntax', problem: reading.problem });
  }
  const { value, keys } = reading;
  if (!isObject(value)) return unread(path, place(0), { reason: 'not-an-object' });
  const findings: Finding[] = [];
  const report: Report = (kind, offset, args) => {
    // A word that is its own key does no harm.
    const severity = args.reason === 'itself' ? 'info' : undefined;
    findings.push(finding(kind, path, place(offset), args, { severity }));
  };
  const last = new Map(keys.map(({ key, offset }) => [key, offset]));
  const first = new Map(keys.toReversed().map(({ key, offset }) => [key, offset]));
  const entries: Entry[] = [];
  for (const { key, offset, valueOffset } of keys) {
    if (key === '$schema') continue;
    if (first.get(key) !== offset) report(synonymKeyRepeated, offset, { key: shown(key) });
    if (last.get(key) === offset) entries.push({ written: key, value: value[key], offset, valueOffset });
  }
  return { table: tableOf(entries, report), findings };
}

type Report = (kind: FindingKind, offset: number, args: FindingArgs) => void;

interface Entry {
  readonly written: string;
  readonly value: unknown;
  readonly offset: number;
  readonly valueOffset: number;
}

function tableOf(entries: readonly Entry[], report: Report): SynonymTable {
  const table = new Map<string, string[]>();
  const beyond: number[] = [];
  for (const entry of entries) {
    const { written, offset } = entry;
    const key = foldSynonym(written.toWellFormed());
    const words = readEntry(entry, key, report);
    if (table.has(key)) report(synonymKeyRepeated, offset, { key: shown(written) });
    if (words.length === 0) continue;
    if (table.size === SYNONYM_LIMITS.entries && !table.has(key)) beyond.push(offset);
    else table.set(key, words);
  }
  if (beyond.length > 0) {
    const args = { reason: 'too-many', more: beyond.length, limit: SYNONYM_LIMITS.entries };
    report(synonymEntryLeftOut, beyond[0]!, args);
  }
  return Object.assign(Object.create(null), Object.fromEntries(table));
}

/** The words of an entry that can be used, each once, in their order. */
function readEntry(entry: Entry, key: string, report: Report): string[] {
  const { written, value, offset, valueOffset } = entry;
  if (!isTexts(value)) {
    report(synonymEntryLeftOut, valueOffset, { key: shown(written), reason: 'not-a-list' });
    return [];
  }
  const reason = whyNoEntry(key, value);
  if (reason !== null) {
    report(synonymEntryLeftOut, offset, { key: shown(written), reason, limit: SYNONYM_LIMITS.length });
    return [];
  }
  const usable = new Set<string>();
  for (const text of value) {
    const word = nfc(text.toWellFormed().trim());
    const why = whyNoWord(word, key);
    if (why === null) usable.add(word);
    else {
      const { length: limit } = SYNONYM_LIMITS;
      report(synonymWordLeftOut, valueOffset, { key: shown(written), word: shown(text), reason: why, limit });
    }
  }
  const { words: limit } = SYNONYM_LIMITS;
  const more = usable.size - limit;
  if (more > 0)
    report(synonymWordLeftOut, valueOffset, { key: shown(written), reason: 'too-many', more, limit });
  return [...usable].slice(0, limit);
}

function whyNoEntry(key: string, words: readonly string[]): string | null {
  if (key === '') return 'key-empty';
  if (codePointLength(key) > SYNONYM_LIMITS.length) return 'key-too-long';
  return words.length === 0 ? 'no-words' : null;
}

/** Why a word brings nothing; null where it does. */
function whyNoWord(word: string, key: string): string | null {
  if (word === '') return 'empty';
  if (codePointLength(word) > SYNONYM_LIMITS.length) return 'too-long';
  if (foldSynonym(word) === key) return 'itself';
  return analyse(word).length === 0 ? 'no-terms' : null;
}

function unread(path: string, at: Position, args: FindingArgs): SynonymReading {
  return { table: Object.create(null), findings: [finding(synonymsUnread, path, at, args)] };
}

/** Keys and words are quoted short: a report shows where the rest stands. */
function shown(text: string): string {
  return JSON.stringify(excerpt(text, 60).toWellFormed());
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}
