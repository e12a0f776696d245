import { SETTINGS } from '../../runtime/config/settings.js';
import { compareText } from '../../schema/diagnostic.js';
import type { SynonymTable } from '../../schema/index.types.js';
import type { JsonObject } from '../../schema/skill/types.js';
import type { KnownEntry } from '../check/known.js';
import { kindOf } from '../report/all-kinds.js';
import { compareFields } from './compare-fields.js';
import type { EvalFileChange, FieldChange, NewBaselineEntry, SettingChange } from './types.js';

/** Told as levels of rules. */
const RULES = new Set(['rules', 'overrides']);
/** Settings that decide what is checked, read or trusted. */
const SECURITY = new Set([
  'profile',
  'roots',
  'index',
  'indexes',
  'insecure-http',
  'user-skills',
  'embedder-download',
  'read-only',
  'github-url',
]);

/** Keys of skillgraft.json whose values differ, the levels of rules left out. */
export function compareSettings(before: JsonObject, after: JsonObject): SettingChange[] {
  return compareFields(before, after)
    .filter((one) => !RULES.has(one.key) && isOther(one))
    .map((one) => ({ ...one, security: SECURITY.has(one.key) && !isStricter(one) }));
}

/** A default that is written down, or left out, changes nothing. */
function isOther({ key, before, after }: FieldChange): boolean {
  const preset = SETTINGS.find((one) => one.key === key)?.default ?? null;
  return JSON.stringify(before ?? preset) !== JSON.stringify(after ?? preset);
}

function isStricter({ key, before, after }: FieldChange): boolean {
  return key === 'profile' && (before ?? 'lenient') === 'lenient' && after !== 'lenient';
}

/** Entries of the synonyms that differ, by key. */
export function compareSynonyms(before: SynonymTable = {}, after: SynonymTable = {}): FieldChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareText);
  const words = (table: SynonymTable, key: string) => (Object.hasOwn(table, key) ? [...table[key]!] : null);
  return keys.flatMap((key) => {
    const [a, b] = [words(before, key), words(after, key)];
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [{ key, before: a, after: b }];
  });
}

/** What a baseline leaves out and did not before, sorted by path and rule. */
export function newBaselineEntries(
  before: readonly KnownEntry[],
  after: readonly KnownEntry[],
): NewBaselineEntry[] {
  const keyOf = ({ path, code, text }: KnownEntry): string => [path, code, text].join('\n');
  const old = new Map<string, number>();
  for (const one of before) old.set(keyOf(one), (old.get(keyOf(one)) ?? 0) + one.count);
  return after
    .flatMap((one): NewBaselineEntry[] => {
      const count = one.count - (old.get(keyOf(one)) ?? 0);
      const security = kindOf(one.code)?.tags?.includes('security') === true;
      return count > 0 ? [{ path: one.path, code: one.code, text: one.text, count, security }] : [];
    })
    .sort(
      (a, b) => compareText(a.path, b.path) || compareText(a.code, b.code) || compareText(a.text, b.text),
    );
}

/** Files of queries that differ, by path; the values are git blobs. */
export function compareEvalFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): EvalFileChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort(compareText);
  return paths.flatMap((path): EvalFileChange[] => {
    const [a, b] = [before.get(path), after.get(path)];
    if (a === b) return [];
    return [{ path, change: a === undefined ? 'added' : b === undefined ? 'removed' : 'changed' }];
  });
}
