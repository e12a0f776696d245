import { type Finding, finding, type Position } from '../../schema/diagnostic.js';
import { nearest } from '../nearest.js';
import { coerceText } from './coerce.js';
import { CONFIG_FINDINGS } from './findings.js';
import type { ParsedConfig } from './parse-file.js';
import { SETTINGS, type SettingFlags } from './settings.js';

const PREFIX = 'SKILLGRAFT_';
/** The token for pull requests: of the environment alone, so that no file has to hold it. */
export const TOKEN_VARIABLE = 'SKILLGRAFT_GITHUB_TOKEN';

/** The token for indexes on the web, likewise. */
export const INDEX_TOKEN_VARIABLE = 'SKILLGRAFT_INDEX_TOKEN';

/** Read beside the settings, where the platform or the shell sets them: tokens, and what a worker at the edge takes. */
const OTHER_VARIABLES: ReadonlySet<string> = new Set([
  TOKEN_VARIABLE,
  INDEX_TOKEN_VARIABLE,
  'SKILLGRAFT_TOKEN',
  'SKILLGRAFT_PUBLIC',
  'SKILLGRAFT_ALLOWED_HOSTS',
  'SKILLGRAFT_ALLOWED_ORIGINS',
  'SKILLGRAFT_LOOK_EVERY',
]);

/** Where a variable stands, for its finding. */
export type Place = (name: string) => { readonly path: string; readonly at: Position };

/** The place of a variable of the environment itself. */
export const environmentPlace: Place = (name) => ({ path: `env:${name}`, at: { line: 1, column: 1 } });

/** The place of a variable in the text of a `.env` file: the last line that sets it counts. */
export function dotenvPlace(text: string, path: string): Place {
  const lines = text.split(/\r\n|\n|\r/);
  return (name) => {
    const pattern = new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`);
    const index = lines.findLastIndex((line) => pattern.test(line));
    return { path, at: { line: Math.max(index, 0) + 1, column: 1 } };
  };
}

/**
 * Reads the settings among variables. An empty variable counts as not set; a `SKILLGRAFT_` variable that nothing
 * reads is a finding, every other name is left alone.
 */
export function parseVariables(
  variables: Readonly<Record<string, string | undefined>>,
  place: Place,
): ParsedConfig {
  const values: Record<string, unknown> = Object.create(null);
  const findings: Finding[] = [];
  for (const name of Object.keys(variables).sort()) {
    const text = variables[name];
    if (!name.startsWith(PREFIX) || text === undefined || text === '') continue;
    const setting = SETTINGS.find((candidate) => candidate.env === name);
    const { path, at } = place(name);
    if (OTHER_VARIABLES.has(name) && path.startsWith('env:')) continue;
    if (setting === undefined) {
      findings.push(unknownVariable(name, path, at));
      continue;
    }
    const coerced = coerceText(setting, text);
    if (coerced.ok) values[setting.key] = coerced.value;
    const problems = coerced.ok ? (coerced.problems ?? []) : [coerced];
    for (const { kind, args } of problems) findings.push(finding(kind, path, at, { ...args, key: name }));
  }
  return { values: values as SettingFlags, findings };
}

function unknownVariable(name: string, path: string, at: Position): Finding {
  const [near] = nearest(
    name,
    SETTINGS.map((setting) => setting.env),
    1,
  );
  return finding(
    CONFIG_FINDINGS.unknownKey,
    path,
    at,
    near === undefined ? { key: name } : { key: name, near },
  );
}
