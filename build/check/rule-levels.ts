import type { Finding, FindingKind, Severity } from '../../schema/diagnostic.js';
import type { RuleOptions } from '../../schema/skill/rule.js';
import { rules } from '../../schema/skill/rules/index.js';
import type { Profile } from '../../schema/skill/types.js';
import { kindOf } from '../report/all-kinds.js';
import { matchesPath } from './path-pattern.js';

/** What a rule's findings are to be. */
export type RuleLevel = Severity | 'off';
/** By code; null-prototype. */
export type RuleLevels = Readonly<Record<string, RuleLevel>>;

/** Levels that a repository gives to rules: for all of its files, and for some. The last override that fits counts. */
export interface RuleSettings {
  readonly rules: RuleLevels;
  readonly overrides: readonly { readonly paths: readonly string[]; readonly rules: RuleLevels }[];
}

export const LEVELS: readonly RuleLevel[] = ['error', 'warning', 'info', 'off'];

const optional = new Set(rules.filter((rule) => rule.optional === true).map((rule) => rule.code));

/** The level that was given to a rule for a file; undefined where none was. */
export function levelOf(
  settings: RuleSettings | undefined,
  code: string,
  path: string,
): RuleLevel | undefined {
  if (settings === undefined) return undefined;
  const fits = (one: RuleSettings['overrides'][number]): boolean =>
    one.rules[code] !== undefined && one.paths.some((pattern) => matchesPath(pattern, path));
  return settings.overrides.findLast(fits)?.rules[code] ?? settings.rules[code];
}

/** Gives findings the levels that were set, and leaves out those that are off. Fatal errors stay what they are. */
export function applyLevels(findings: readonly Finding[], settings: RuleSettings | undefined): Finding[] {
  if (settings === undefined) return [...findings];
  return findings.flatMap((one) => {
    if (isFatal(one)) return [one];
    const level = levelOf(settings, one.code, one.path) ?? (optional.has(one.code) ? 'off' : one.severity);
    return level === 'off' ? [] : [level === one.severity ? one : { ...one, severity: level }];
  });
}

/** The optional rules that somebody asked for, in any part of the repository. */
export function ruleOptions(settings: RuleSettings | undefined): RuleOptions {
  if (settings === undefined) return {};
  const all = [settings.rules, ...settings.overrides.map((one) => one.rules)];
  const asked = all.flatMap((levels) => Object.keys(levels).filter((code) => levels[code] !== 'off'));
  return { enable: new Set(asked.filter((code) => optional.has(code))) };
}

/** True for an error that keeps its file out of the index. */
export function isFatal({ code, severity }: Finding): boolean {
  return severity === 'error' && kindOf(code)?.fatal === true;
}

/** True for a rule that looks at a file at all, as the settings stand. */
export function isLookedFor(kind: FindingKind, path: string, at: JudgedBy): boolean {
  const level = levelOf(at.settings, kind.code, path);
  if (level === 'off') return false;
  const rule = rules.find(({ code }) => code === kind.code);
  if (rule?.optional === true && level === undefined) return false;
  return rule?.profiles === undefined || rule.profiles.includes(at.profile);
}

/** By what files are judged. */
export interface JudgedBy {
  readonly settings: RuleSettings | undefined;
  readonly profile: Profile;
}
