import { relative, sep } from 'node:path';
import { CONFIG_FILE, parseConfigFile } from '../../runtime/config/parse-file.js';
import { type Finding, type FindingKind, finding } from '../../schema/diagnostic.js';
import { baselineGrown, profileLowered, ruleLowered } from '../../schema/policy-kinds.js';
import { rules } from '../../schema/skill/rules/index.js';
import type { BuildResult } from '../build-index.js';
import type { Snapshot } from '../git/snapshot.js';
import type { BuildOptions } from '../options.js';
import { allKinds } from '../report/all-kinds.js';
import { type Baseline, parseBaseline } from './baseline.js';
import { KnownFindings } from './known.js';
import { applyLevels, type JudgedBy, levelOf, type RuleLevel } from './rule-levels.js';
import { parseRuleSettings } from './rule-settings.js';

const RANK: Readonly<Record<RuleLevel, number>> = { off: 0, info: 1, warning: 2, error: 3 };
const TOP = { line: 1, column: 1 };

/** What a change is compared with, and what it brings. */
export interface Loosening {
  readonly before: Snapshot;
  readonly checked: BuildResult;
  readonly options: BuildOptions;
  readonly baseline: Baseline | null;
  /** The file of the baseline. */
  readonly baselineFile: string;
  readonly pathOf: (path: string) => string;
}

/**
 * What a change does so that less is found: rules of a lower level, a laxer profile, more in the baseline. The levels of
 * these are those from before the change, so that it cannot turn them off itself.
 */
export async function loosened(by: Loosening): Promise<Finding[]> {
  const { before, checked, options } = by;
  const text = (await textOf(before, CONFIG_FILE)) ?? '{}';
  const settings = parseRuleSettings(text, CONFIG_FILE).settings;
  const now: JudgedBy = { settings: checked.settings.rules, profile: checked.settings.profile };
  const profile = options.profile ?? parseConfigFile(text, CONFIG_FILE).values.profile ?? 'lenient';
  const found = [
    ...(profile !== 'lenient' && now.profile === 'lenient'
      ? [finding(profileLowered, CONFIG_FILE, TOP, { from: profile, to: now.profile })]
      : []),
    ...(options.rules === undefined ? await loweredRules({ settings, profile }, now, checked) : []),
    ...(await grownBaseline(by)),
  ];
  return applyLevels(found, settings);
}

async function loweredRules(before: JudgedBy, now: JudgedBy, { snapshot }: BuildResult): Promise<Finding[]> {
  const named = new Set([before, now].flatMap(({ settings }) => codesOf(settings)));
  const lines = ((await textOf(snapshot, CONFIG_FILE)) ?? '').split('\n');
  const paths = snapshot.entries.map(({ path }) => path);
  return allKinds
    .filter(({ code }) => named.has(code))
    .flatMap((kind) => {
      // The profile's own say is left out: it is reported by itself.
      const [was, is] = [before, now].map(
        ({ settings }) =>
          (path: string) =>
            levelAt(kind, path, { settings, profile: now.profile }),
      );
      const lower = paths.filter((path) => RANK[is!(path).least] < RANK[was!(path).most]);
      const changed = lower.filter(
        (path) => levelOf(before.settings, kind.code, path) !== levelOf(now.settings, kind.code, path),
      );
      const [file] = changed;
      if (file === undefined) return [];
      const line = lines.findIndex((one) => one.includes(JSON.stringify(kind.code))) + 1 || 1;
      const args = {
        code: kind.code,
        from: was!(file).most,
        to: is!(file).least,
        file,
        count: changed.length,
      };
      return [finding(ruleLowered, CONFIG_FILE, { line, column: 1 }, args)];
    });
}

function codesOf(settings: JudgedBy['settings']): string[] {
  if (settings === undefined) return [];
  return [settings.rules, ...settings.overrides.map((one) => one.rules)].flatMap((levels) =>
    Object.keys(levels),
  );
}

/** The highest and the lowest level that findings of a kind can have: without a setting, those of security vary. */
function levelAt(kind: FindingKind, path: string, by: JudgedBy): { most: RuleLevel; least: RuleLevel } {
  const given = levelOf(by.settings, kind.code, path);
  if (given !== undefined) return { most: given, least: given };
  const rule = rules.find(({ code }) => code === kind.code);
  const own = rule?.optional === true ? 'off' : (rule?.severities?.[by.profile] ?? kind.severity);
  return { most: kind.tags?.includes('security') ? 'error' : own, least: own };
}

async function grownBaseline({
  before,
  checked,
  baseline,
  baselineFile,
  pathOf,
}: Loosening): Promise<Finding[]> {
  if (baseline === null) return [];
  const text = await textOf(before, relative(checked.top, baselineFile).split(sep).join('/'));
  const entries = text === null ? [] : entriesIn(text, baseline.path);
  // What a finding names may move with its file, so that its text counts only where the file stays.
  const known = new KnownFindings([...entries, ...entries.map((entry) => ({ ...entry, text: '' }))]);
  const grown = baseline.entries.flatMap((entry) => {
    const path = pathOf(entry.path);
    const former = { ...entry, path, ...(path === entry.path ? {} : { text: '' }) };
    const count = entry.count - known.takeEntry(former);
    return count > 0 ? [{ entry, count }] : [];
  });
  const [first] = grown;
  if (first === undefined) return [];
  const { code, path: file } = first.entry;
  const count = grown.reduce((sum, one) => sum + one.count, 0);
  const at = { line: baseline.lineOf(first.entry), column: 1 };
  return [finding(baselineGrown, baseline.path, at, { code, file, count })];
}

/** None where the baseline of before cannot be read: all is new then. */
function entriesIn(text: string, path: string): Baseline['entries'] {
  try {
    return parseBaseline(text, path).entries;
  } catch {
    return [];
  }
}

async function textOf(snapshot: Snapshot, path: string): Promise<string | null> {
  const entry = snapshot.entries.find((one) => one.path === path && one.mode.startsWith('100'));
  return entry === undefined ? null : new TextDecoder().decode(await snapshot.read(entry));
}
