import type { JsonTextReader } from '../../schema/synonyms.js';

/** A JSON text as read: its value, and where the keys of its outermost object stand (UTF-16 offsets). */
export type JsonReading = ReturnType<JsonTextReader>;

interface Cursor {
  readonly text: string;
  at: number;
  readonly keys: { key: string; offset: number; valueOffset: number }[];
}

/** A place where the text stops being JSON. */
class JsonProblem extends Error {
  readonly offset: number;
  constructor(problem: string, offset: number) {
    super(problem);
    this.offset = offset;
  }
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const MAX_DEPTH = 32;

/**
 * Reads JSON (RFC 8259) and keeps the places of the outermost keys, which `JSON.parse` does not give; objects are
 * null-prototype. Nesting beyond 32 levels is a problem like any other.
 */
export function readJson(text: string): JsonReading {
  const cursor: Cursor = { text, at: 0, keys: [] };
  try {
    const value = readValue(cursor, 0);
    skipSpace(cursor);
    if (cursor.at < text.length) throw new JsonProblem('there is more text behind its end', cursor.at);
    return { ok: true, value, keys: cursor.keys };
  } catch (error) {
    if (error instanceof JsonProblem) return { ok: false, problem: error.message, offset: error.offset };
    throw error;
  }
}

function readValue(cursor: Cursor, depth: number): unknown {
  skipSpace(cursor);
  const char = cursor.text[cursor.at];
  if (depth > MAX_DEPTH) throw new JsonProblem(`it nests deeper than ${MAX_DEPTH} levels`, cursor.at);
  if (char === '{') return readObject(cursor, depth);
  if (char === '[') return readArray(cursor, depth);
  const token = match(cursor, char === '"' ? STRING : SCALAR);
  if (token === null) throw unexpected(cursor, char === '"' ? 'a closed string' : 'a value');
  return JSON.parse(token);
}

function readObject(cursor: Cursor, depth: number): unknown {
  const object: Record<string, unknown> = Object.create(null);
  cursor.at++;
  if (take(cursor, '}')) return object;
  do {
    skipSpace(cursor);
    const offset = cursor.at;
    const token = match(cursor, STRING);
    if (token === null) throw unexpected(cursor, 'a key in double quotes');
    if (!take(cursor, ':')) throw unexpected(cursor, 'a colon');
    skipSpace(cursor);
    const key = JSON.parse(token) as string;
    if (depth === 0) cursor.keys.push({ key, offset, valueOffset: cursor.at });
    object[key] = readValue(cursor, depth + 1);
  } while (take(cursor, ','));
  if (!take(cursor, '}')) throw unexpected(cursor, 'a comma or }');
  return object;
}

function readArray(cursor: Cursor, depth: number): unknown {
  const array: unknown[] = [];
  cursor.at++;
  if (take(cursor, ']')) return array;
  do array.push(readValue(cursor, depth + 1));
  while (take(cursor, ','));
  if (!take(cursor, ']')) throw unexpected(cursor, 'a comma or ]');
  return array;
}

function skipSpace(cursor: Cursor): void {
  match(cursor, SPACE);
}

function take(cursor: Cursor, char: string): boolean {
  skipSpace(cursor);
  if (cursor.text[cursor.at] !== char) return false;
  cursor.at++;
  return true;
}

function match(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found === null) return null;
  cursor.at = pattern.lastIndex;
  return found[0];
}

function unexpected(cursor: Cursor, wanted: string): JsonProblem {
  skipSpace(cursor);
  const code = cursor.text.codePointAt(cursor.at);
  const seen =
    code === undefined ? 'the file ends' : `there is ${JSON.stringify(String.fromCodePoint(code))}`;
  return new JsonProblem(`${wanted} is missing, ${seen}`, cursor.at);
}
