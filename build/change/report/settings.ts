import type { Json } from '../../../schema/skill/types.js';
import type { ChangeReport, FieldChange, NewBaselineEntry, SettingChange } from '../types.js';
import { code, count, type Line, line, type Section, text, warn } from './document.js';

/** Entries of the synonyms that are named. */
const MOST_ENTRIES = 40;

/** Settings, synonyms and files of queries that are not what they were. */
export function settingsSection({ settings: { keys, synonyms, evals } }: ChangeReport): Section | null {
  const left = synonyms.length - MOST_ENTRIES;
  const lines = [
    ...settingLines(keys.filter(({ security }) => !security)),
    ...synonyms.slice(0, MOST_ENTRIES).map((one) => changeLine('Synonyms of ', one)),
    ...(left > 0 ? [line(`and ${left} more entries of the synonyms`)] : []),
    ...evals.map(({ path, change }) =>
      (change === 'removed' ? warn : line)(`File of queries ${change}: `, code(path)),
    ),
  ];
  return lines.length === 0 ? null : { title: ['Settings'], lines, open: true };
}

/** One line a key of skillgraft.json. */
export function settingLines(keys: readonly SettingChange[]): Line[] {
  return keys.map((one) => {
    const { parts } = changeLine('The setting ', one);
    return one.security ? warn(...parts) : line(...parts);
  });
}

/** One line a rule and file: what `check` does not report any more. */
export function baselineLines(entries: readonly NewBaselineEntry[]): Line[] {
  const groups = new Map<string, NewBaselineEntry>();
  for (const one of entries) {
    const key = `${one.path}\n${one.code}`;
    groups.set(key, { ...one, count: one.count + (groups.get(key)?.count ?? 0) });
  }
  return [...groups.values()].map((one) =>
    warn(
      'The baseline leaves out ',
      count(one.count, 'finding'),
      ' of ',
      code(one.code),
      ' in ',
      code(one.path),
    ),
  );
}

function changeLine(what: string, { key, before, after }: FieldChange): Line {
  if (before === null) return line(what, code(key), ' added: ', shown(after));
  if (after === null) return line(what, code(key), ' removed: ', shown(before));
  return line(what, code(key), ': ', shown(before), ' → ', shown(after));
}

function shown(value: Json) {
  return text(typeof value === 'string' ? value : JSON.stringify(value));
}
