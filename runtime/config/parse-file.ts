import { type Finding, finding, type Position } from '../../schema/diagnostic.js';
import { nearest } from '../nearest.js';
import { coerceJson } from './coerce.js';
import { CONFIG_FINDINGS } from './findings.js';
import { readJson } from './json-reader.js';
import { SETTINGS, type SettingFlags, settingOf } from './settings.js';

/** Keys that are no settings of one value: the build reads them. */
const STRUCTURED = new Set(['$schema', 'rules', 'overrides']);

/** Name of the settings file of a skills repository. */
export const CONFIG_FILE = 'skillgraft.json';

export interface ParsedConfig {
  /** Only the settings that were given and are right. */
  readonly values: SettingFlags;
  readonly findings: readonly Finding[];
}

/**
 * Reads the text of a settings file. Pure: the build calls it with the text that stands in the commit. What is wrong
 * is a finding, and the setting is left out.
 */
export function parseConfigFile(text: string, path: string): ParsedConfig {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  const reading = readJson(source);
  const findings: Finding[] = [];
  if (!reading.ok) {
    const at = positionAt(source, reading.offset);
    return {
      values: {},
      findings: [finding(CONFIG_FINDINGS.syntax, path, at, { problem: reading.problem })],
    };
  }
  const { value, keys } = reading;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { values: {}, findings: [finding(CONFIG_FINDINGS.notAnObject, path, { line: 1, column: 1 })] };
  }
  const values: Record<string, unknown> = Object.create(null);
  const seen = new Set<string>();
  for (const { key, offset, valueOffset } of keys) {
    const at = positionAt(source, offset);
    if (seen.has(key)) findings.push(finding(CONFIG_FINDINGS.duplicateKey, path, at, { key }));
    if (seen.has(key) || STRUCTURED.has(key)) {
      seen.add(key);
      continue;
    }
    seen.add(key);
    const setting = settingOf(key);
    if (setting === undefined) {
      findings.push(unknownKey(key, path, at));
      continue;
    }
    const coerced = coerceJson(setting, (value as Record<string, unknown>)[key]);
    const there = positionAt(source, valueOffset);
    if (coerced.ok) values[key] = coerced.value;
    const problems = coerced.ok ? (coerced.problems ?? []) : [coerced];
    for (const problem of problems) findings.push(finding(problem.kind, path, there, problem.args));
  }
  return { values: values as SettingFlags, findings };
}

function unknownKey(key: string, path: string, at: Position): Finding {
  const [near] = nearest(
    key,
    SETTINGS.map((setting) => setting.key),
    1,
  );
  return finding(CONFIG_FINDINGS.unknownKey, path, at, near === undefined ? { key } : { key, near });
}

/** Line and column (code points) of a UTF-16 offset. */
function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}
