import { SkillgraftError } from '../../../schema/errors.js';
import { isObject } from '../../../schema/skill/metadata.js';
import { parseSkill } from '../../../schema/skill/parse.js';
import { editFrontmatter } from '../../../schema/skill/serialise.js';
import type { Json, SkillDocument } from '../../../schema/skill/types.js';
import { nfc } from '../../../schema/text.js';
import { mendQuotes } from './mend-quotes.js';

/** A key's new value: a text, a list, or undefined to take the key away. */
export type KeyValue = string | readonly string[] | undefined;

/** Keys of the specification; all others go into `metadata`. */
const TOP_KEYS: ReadonlySet<string> = new Set(['name', 'description']);

/**
 * Sets front matter keys where they stand, at the top level or in `metadata`, in either spelling; a key that is not
 * there goes into `metadata`. Keys that say the same already stay as they are, byte for byte, as does all the rest.
 *
 * @throws SkillgraftError `frontmatter-unreadable` where an edit would change more than its keys
 */
export function setKeys(text: string, file: string, values: ReadonlyMap<string, KeyValue>): string {
  const document = read(text, file);
  const changes = new Map<string, Json | undefined>();
  for (const [key, value] of values) {
    if (saysTheSame(document, key, value)) continue;
    if (value === undefined) for (const place of placesOf(document, key)) changes.set(place, undefined);
    else changes.set(placeFor(document, key), formOf(document, text, key, value));
  }
  if (changes.size === 0) return text;
  const edited = editFrontmatter(mendQuotes(text), changes);
  verify(document, edited, file, changes);
  return edited;
}

function read(text: string, file: string): SkillDocument {
  const { document } = parseSkill(text, file);
  if (document === null) throw unsafe(file);
  return document;
}

function unsafe(file: string): SkillgraftError {
  return new SkillgraftError(
    'frontmatter-unreadable',
    `The front matter of ${file} cannot be changed without changing more than was asked.`,
    'Write its keys one to a line, as plain YAML, and propose again.',
  );
}

/** Where a key stands, as `editFrontmatter` names it, in the order in which reading looks. */
function placesOf(document: SkillDocument, key: string): string[] {
  const { frontmatter } = document;
  const spellings = new Set([key, key.replaceAll('-', '_')]);
  const inner = isObject(frontmatter.metadata) ? frontmatter.metadata : {};
  const top = [...spellings].filter((one) => Object.hasOwn(frontmatter, one));
  if (TOP_KEYS.has(key)) return top;
  return [
    ...top,
    ...[...spellings].filter((one) => Object.hasOwn(inner, one)).map((one) => `metadata.${one}`),
  ];
}

function valueAt({ frontmatter }: SkillDocument, place: string): Json {
  if (!place.startsWith('metadata.')) return frontmatter[place] ?? null;
  return isObject(frontmatter.metadata)
    ? (frontmatter.metadata[place.slice('metadata.'.length)] ?? null)
    : null;
}

/** The place that is read, else one that is there without a value, else a new one. */
function placeFor(document: SkillDocument, key: string): string {
  const places = placesOf(document, key);
  const place = places.find((one) => valueAt(document, one) !== null) ?? places[0];
  if (place !== undefined) return place;
  const { metadata } = document.frontmatter;
  const hasRoom = metadata === undefined || metadata === null || isObject(metadata);
  return TOP_KEYS.has(key) || !hasRoom ? key : `metadata.${key}`;
}

/** A text that stood without quotes as a number stays a number; a list inside metadata is text with commas. */
function formOf(document: SkillDocument, text: string, key: string, value: string | readonly string[]): Json {
  const place = placeFor(document, key);
  const before = valueAt(document, place);
  if (typeof value !== 'string') {
    const needsList = value.some((one) => one.includes(',') || one !== one.trim());
    return Array.isArray(before) || needsList ? value : value.join(', ');
  }
  const wasNumber = /^\d+$/u.test(String(before)) && !isQuoted(document, text, place);
  return wasNumber && /^[1-9]\d{0,14}$/u.test(value) ? Number(value) : value;
}

function isQuoted(document: SkillDocument, text: string, place: string): boolean {
  const at = document.positions.get(place);
  const line = text.replace(/^\ufeff/u, '').split('\n')[(at?.valueLine ?? 1) - 1] ?? '';
  return /["']/u.test([...line][(at?.valueColumn ?? 1) - 1] ?? '');
}

function saysTheSame(document: SkillDocument, key: string, value: KeyValue): boolean {
  if (value === undefined) return placesOf(document, key).length === 0;
  const before = valueAt(document, placeFor(document, key));
  if (before === null || isObject(before)) return false;
  if (typeof value === 'string') return !Array.isArray(before) && plain(before) === plain(value);
  const items = Array.isArray(before) ? before : String(before).split(',');
  const kept = [...new Set(items.map(plain))].filter((one) => one !== '');
  return kept.length === value.length && kept.every((one, i) => one === plain(value[i]!));
}

function plain(value: Json): string {
  return nfc(String(value)).trim();
}

/** What was set reads as it was set, and every other key as before. */
function verify(
  before: SkillDocument,
  edited: string,
  file: string,
  changes: ReadonlyMap<string, Json | undefined>,
): void {
  const after = read(edited, file);
  const [was, is] = [flatten(before), flatten(after)];
  for (const [place, value] of changes) {
    const isRight =
      value === undefined ? !is.has(place) : is.get(place) === JSON.stringify(asRead(place, value));
    if (!isRight) throw unsafe(file);
    was.delete(place);
    is.delete(place);
  }
  const isKept = was.size === is.size && [...was].every(([place, value]) => is.get(place) === value);
  if (!isKept || after.body !== before.body) throw unsafe(file);
}

/** Reading gives scalars inside metadata as text. */
function asRead(place: string, value: Json): Json {
  return place.startsWith('metadata.') && typeof value === 'number' ? String(value) : value;
}

/** Every key with its value as JSON, those of `metadata` one by one. An empty map is as good as none. */
function flatten({ frontmatter }: SkillDocument): Map<string, string> {
  const out = new Map<string, string>();
  for (const [key, value] of Object.entries(frontmatter)) {
    if (key !== 'metadata' || !isObject(value)) {
      if (key !== 'metadata' || value !== null) out.set(key, JSON.stringify(value));
      continue;
    }
    for (const [inner, one] of Object.entries(value)) out.set(`metadata.${inner}`, JSON.stringify(one));
  }
  return out;
}
