import {
  applyEdits,
  findNodeAtLocation,
  modify,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { SkillgraftError } from '../../../schema/errors.js';
import { isObject } from '../../../schema/skill/metadata.js';
import type { JsonObject } from '../../../schema/skill/types.js';
import type { Format } from '../types.js';

/** Strict JSON. */
export const json: Format = jsonFormat(false);

/** JSON with comments and trailing commas. */
export const jsonc: Format = jsonFormat(true);

function jsonFormat(lenient: boolean): Format {
  return {
    parse(text, path) {
      const errors: ParseError[] = [];
      const options = { disallowComments: !lenient, allowTrailingComma: lenient };
      const value = parse(text, errors, options);
      const [first] = errors;
      if (first !== undefined)
        throw broken(path, `${printParseErrorCode(first.error)} in line ${lineOf(text, first.offset)}`);
      if (!isObject(value)) throw broken(path, 'it is no object');
      return value;
    },
    render: (keys, name, entry) => `${JSON.stringify(nested([...keys, name], entry), null, 2)}\n`,
    insert(text, keys, name, entry) {
      const path = [...keys, name];
      const form = formattingOf(text);
      const appended = isNew(text, path) ? append(text, keys, name, entry, form) : null;
      // Without options, all stays on the one line that it is on.
      const options = /\n/.test(text.trim()) || isEmptyObject(text) ? { formattingOptions: form } : {};
      return appended ?? applyEdits(text, modify(text, path, entry, options));
    },
  };
}

function nested(keys: readonly string[], entry: JsonObject): JsonObject {
  return keys.reduceRight<JsonObject>((inner, key) => ({ [key]: inner }), entry);
}

/** A file that is as good as none. */
function isEmptyObject(text: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(text);
}

function isNew(text: string, path: readonly string[]): boolean {
  const tree = parseTree(text);
  return tree !== undefined && findNodeAtLocation(tree, [...path]) === undefined;
}

/** What may follow the last server on its line: a comma, and comments that speak of it. */
const REST_OF_LINE = /^[ \t]*(,?)(?:[ \t]*(?:\/\/[^\r\n]*|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/))*(?=[ \t]*\r?\n)/;

/** Puts the entry on lines of its own behind the last server; null where there is none, or the brace follows at once. */
function append(
  text: string,
  keys: readonly string[],
  name: string,
  entry: JsonObject,
  form: Formatting,
): string | null {
  const last = findNodeAtLocation(parseTree(text)!, [...keys])?.children?.at(-1);
  if (last === undefined) return null;
  const end = last.offset + last.length;
  const rest = REST_OF_LINE.exec(text.slice(end));
  if (rest === null) return null;
  const [line, comma = ''] = rest;
  const indent = /[ \t]*$/.exec(text.slice(0, last.offset))![0];
  const value = JSON.stringify(entry, null, form.insertSpaces ? form.tabSize : '\t').split('\n');
  const added = `${form.eol}${indent}${JSON.stringify(name)}: ${value.join(`${form.eol}${indent}`)}${comma}`;
  const at = end + line.length;
  return `${text.slice(0, end)}${comma === '' ? ',' : ''}${text.slice(end, at)}${added}${text.slice(at)}`;
}

interface Formatting {
  readonly insertSpaces: boolean;
  readonly tabSize: number;
  readonly eol: string;
}

/** Indentation of the first indented line, and the line end of the first line. */
function formattingOf(text: string): Formatting {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function broken(path: string, reason: string): SkillgraftError {
  return new SkillgraftError(
    'host-file-broken',
    `${path} cannot be read: ${reason}.`,
    'Mend it first, or leave --write out and put the configuration in by hand.',
  );
}
