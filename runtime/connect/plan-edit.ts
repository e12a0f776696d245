import { isDeepStrictEqual } from 'node:util';
import { SkillgraftError } from '../../schema/errors.js';
import { isObject } from '../../schema/skill/metadata.js';
import type { Json, JsonObject } from '../../schema/skill/types.js';
import type { Format, Host } from './types.js';

/** What becomes of a file of configuration. */
export interface Edit {
  readonly state: 'added' | 'replaced' | 'unchanged';
  readonly text: string;
}

export interface Entry {
  readonly name: string;
  readonly value: JsonObject;
}

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Puts an entry into the text of a file; null or a blank text is a file that is not there. Everything else stays as it
 * is, to the byte, and what comes out is read again to see that.
 *
 * @param force replaces another entry of this name
 * @throws SkillgraftError `host-file-broken`, `host-file-unusual`, `host-entry-differs`
 */
export function planEdit(
  format: Format,
  host: Host,
  file: { readonly path: string; readonly text: string | null },
  { name, value }: Entry,
  force: boolean,
): Edit {
  const { path } = file;
  const mark = file.text?.startsWith(BYTE_ORDER_MARK) === true ? BYTE_ORDER_MARK : '';
  const before = (file.text ?? '').slice(mark.length);
  if (before.trim() === '') return { state: 'added', text: mark + format.render(host.keys({}), name, value) };
  const document = format.parse(before, path);
  const keys = host.keys(document);
  const there = serversAt(document, keys, path)[name];
  if (there !== undefined && holds(there, value)) return { state: 'unchanged', text: mark + before };
  if (there !== undefined && !force) throw entryDiffers(path, name);
  const after = format.insert(before, keys, name, value);
  if (!isDeepStrictEqual(reread(format, after, path), plainly(withEntry(document, keys, name, value))))
    throw unusual(path, 'it is written in a way that cannot be added to safely');
  return { state: there === undefined ? 'added' : 'replaced', text: mark + after };
}

/** The map of servers, empty where there is none. */
function serversAt(document: JsonObject, keys: readonly string[], path: string): JsonObject {
  let at: JsonObject = document;
  for (const key of keys) {
    const next = own(at, key);
    if (next === undefined) return Object.create(null);
    if (!isObject(next)) throw unusual(path, `${key} is no map`);
    at = next;
  }
  return Object.assign(Object.create(null), at);
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** True where all that is wanted is there; further keys are the user's own. */
function holds(there: Json, wanted: JsonObject): boolean {
  if (!isObject(there)) return false;
  return Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(plain(there[key]), plain(value)));
}

/** Without the prototypes of whichever parser made it. */
function plain(value: Json | undefined): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function withEntry(
  document: JsonObject,
  keys: readonly string[],
  name: string,
  value: JsonObject,
): JsonObject {
  const [key, ...rest] = keys;
  if (key === undefined) return { ...document, [name]: value };
  const inner = (own(document, key) ?? {}) as JsonObject;
  return { ...document, [key]: withEntry(inner, rest, name, value) };
}

function reread(format: Format, text: string, path: string): unknown {
  try {
    return plainly(format.parse(text, path));
  } catch (error) {
    if (error instanceof SkillgraftError) return null;
    throw error;
  }
}

/** Objects with the same keys are equal whatever made them; dates and numbers of TOML stay what they are. */
function plainly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainly);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, plainly(item)]));
}

function entryDiffers(path: string, name: string): SkillgraftError {
  return new SkillgraftError(
    'host-entry-differs',
    `${path} has another server that is called ${name}.`,
    'Give another --name, or replace it with --force.',
  );
}

function unusual(path: string, reason: string): SkillgraftError {
  return new SkillgraftError(
    'host-file-unusual',
    `${path} was left as it is: ${reason}.`,
    'Leave --write out, and put the configuration in by hand.',
  );
}
