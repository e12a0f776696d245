import { delimiter } from 'node:path';
import type { FindingArgs, FindingKind } from '../../schema/diagnostic.js';
import { CONFIG_FINDINGS } from './findings.js';
import { checkIndexes, type IndexSetting } from './index-setting.js';
import { readJson } from './json-reader.js';
import type { Setting } from './settings.js';

export type Coerced =
  | {
      readonly ok: true;
      readonly value: string | number | null | readonly string[] | readonly IndexSetting[];
      /** What is wrong with parts of it, which are left out. */
      readonly problems?: readonly { readonly kind: FindingKind; readonly args: FindingArgs }[];
    }
  | { readonly ok: false; readonly kind: FindingKind; readonly args: FindingArgs };

/** Checks a value of a JSON file against its setting. */
export function coerceJson(setting: Setting, value: unknown): Coerced {
  if (setting.strict !== undefined) return checkSwitch(setting, value);
  if (value === null && setting.default === null) return { ok: true, value };
  if (setting.type === 'integer') return checkInteger(setting, value, JSON.stringify(value));
  if (setting.type === 'list') return checkList(setting, value);
  if (setting.type === 'paths') return checkList(setting, typeof value === 'string' ? [value] : value);
  if (setting.type === 'indexes') return checkIndexList(setting, value);
  if (typeof value !== 'string') return wrongType(setting, describe(value));
  return checkText(setting, value);
}

/**
 * Checks the text of an environment variable against its setting; a list has commas between its parts, paths have what
 * the platform puts between paths (an address is taken whole), and a list of objects is JSON.
 */
export function coerceText(setting: Setting, text: string): Coerced {
  if (setting.strict !== undefined) return checkSwitch(setting, text);
  if (setting.type === 'integer') {
    const trimmed = text.trim();
    return checkInteger(
      setting,
      /^[+-]?\d{1,16}$/.test(trimmed) ? Number(trimmed) : text,
      JSON.stringify(text),
    );
  }
  if (setting.type === 'list')
    return checkList(
      setting,
      text.split(',').map((part) => part.trim()),
    );
  if (setting.type === 'paths') return checkList(setting, pathsOf(text));
  if (setting.type === 'indexes') {
    const reading = readJson(text);
    return reading.ok ? checkIndexList(setting, reading.value) : wrongType(setting, describe(text));
  }
  return checkText(setting, text);
}

function checkInteger(setting: Setting, value: unknown, given: string): Coerced {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return wrongType(setting, given);
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = setting;
  if (value >= min && value <= max) return { ok: true, value };
  return { ok: false, kind: CONFIG_FINDINGS.outOfRange, args: { key: setting.key, given, min, max } };
}

function checkList(setting: Setting, value: unknown): Coerced {
  if (!Array.isArray(value)) return wrongType(setting, describe(value));
  const usable = value.length > 0 && value.every((part) => typeof part === 'string' && part !== '');
  return usable ? { ok: true, value } : wrongType(setting, describe(value));
}

/** Where an address stands in the text, its colons are no delimiters that could be told apart. */
function pathsOf(text: string): string[] {
  if (text.includes('://')) return [text.trim()];
  return text.split(delimiter).filter((part) => part.trim() !== '');
}

function checkIndexList(setting: Setting, value: unknown): Coerced {
  if (!Array.isArray(value)) return wrongType(setting, describe(value));
  const { indexes, problems } = checkIndexes(value);
  return {
    ok: true,
    value: indexes,
    problems: problems.map((args) => ({
      kind: CONFIG_FINDINGS.badIndex,
      args: { key: setting.key, ...args },
    })),
  };
}

const SWITCH_WORDS: ReadonlyMap<string, string> = new Map([
  ...['0', 'false', 'no', 'disabled'].map((word) => [word, 'off'] as const),
  ...['1', 'true', 'yes', 'enabled'].map((word) => [word, 'on'] as const),
]);

/** A choice in any case, or a common word for on and off; what is neither is a problem, and the strict choice. */
function checkSwitch(setting: Setting, value: unknown): Coerced {
  const isPlain = ['string', 'boolean', 'number'].includes(typeof value);
  const word = String(value).trim().toLowerCase();
  const read = isPlain
    ? checkText(setting, SWITCH_WORDS.get(word) ?? word)
    : wrongType(setting, describe(value));
  if (read.ok) return read;
  const args = { ...read.args, given: describe(value), taken: setting.strict! };
  return { ok: true, value: setting.strict!, problems: [{ kind: read.kind, args }] };
}

function checkText(setting: Setting, value: string): Coerced {
  if (value.trim() === '') return wrongType(setting, 'empty');
  if (setting.choices === undefined || setting.choices.includes(value)) return { ok: true, value };
  const args = { key: setting.key, given: JSON.stringify(value), choices: setting.choices.join(', ') };
  return { ok: false, kind: CONFIG_FINDINGS.notAChoice, args };
}

const EXPECTED = {
  string: 'a text',
  integer: 'a whole number',
  list: 'a list of texts, none of them empty',
  paths: 'a text or a list of texts, none of them empty',
  indexes: 'a list of objects, such as [{"index": "https://example.com/dist"}]',
};

function wrongType(setting: Setting, given: string): Coerced {
  const args = { key: setting.key, given, expected: EXPECTED[setting.type] };
  return { ok: false, kind: CONFIG_FINDINGS.wrongType, args };
}

/** Values are quoted short: a report shows where the rest stands. */
function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  const points = [...text];
  return points.length <= 60 ? text : `${points.slice(0, 59).join('')}…`;
}
