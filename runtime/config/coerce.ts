import type { FindingArgs, FindingKind } from '../../schema/diagnostic.js';
import { CONFIG_FINDINGS } from './findings.js';
import type { Setting } from './settings.js';

export type Coerced =
  | { readonly ok: true; readonly value: string | number | null | readonly string[] }
  | { readonly ok: false; readonly kind: FindingKind; readonly args: FindingArgs };

/** Checks a value of a JSON file against its setting. */
export function coerceJson(setting: Setting, value: unknown): Coerced {
  if (value === null && setting.default === null) return { ok: true, value };
  if (setting.type === 'integer') return checkInteger(setting, value, JSON.stringify(value));
  if (setting.type === 'list') return checkList(setting, value);
  if (typeof value !== 'string') return wrongType(setting, describe(value));
  return checkText(setting, value);
}

/** Checks the text of an environment variable against its setting; a list has commas between its parts. */
export function coerceText(setting: Setting, text: string): Coerced {
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

function checkText(setting: Setting, value: string): Coerced {
  if (value.trim() === '') return wrongType(setting, 'empty');
  if (setting.choices === undefined || setting.choices.includes(value)) return { ok: true, value };
  const args = { key: setting.key, given: JSON.stringify(value), choices: setting.choices.join(', ') };
  return { ok: false, kind: CONFIG_FINDINGS.notAChoice, args };
}

const EXPECTED = { string: 'a text', integer: 'a whole number', list: 'a list of texts, none of them empty' };

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
