import { compareText } from '../../schema/diagnostic.js';
import { LEVELS, type RuleLevel, type RuleSettings } from '../check/rule-levels.js';
import { kindOf } from '../report/all-kinds.js';
import type { LevelChange } from './types.js';

/** Levels of rules that the settings of the two sides do not agree on; sorted by rule. */
export function compareLevels(
  before: RuleSettings | undefined,
  after: RuleSettings | undefined,
): LevelChange[] {
  const [old, now] = [levelsOf(before), levelsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].sort(compareText).flatMap((key) => {
    const { code, paths } = (now.get(key) ?? old.get(key))!;
    const kind = kindOf(code);
    const levelIn = (side: typeof old): RuleLevel =>
      (side.get(key) ?? side.get(code))?.level ?? kind?.severity ?? 'off';
    const [from, to] = [levelIn(old), levelIn(now)];
    if (from === to) return [];
    return [{ code, paths, security: kind?.tags?.includes('security') === true, before: from, after: to }];
  });
}

/** True where a rule says less than it did. */
export function isLowered({ before, after }: LevelChange): boolean {
  return LEVELS.indexOf(after) > LEVELS.indexOf(before);
}

interface PlacedLevel {
  readonly code: string;
  readonly paths: readonly string[];
  readonly level: RuleLevel;
}

/** By rule and the paths that the level is for; of several for the same ones, the last counts. */
function levelsOf(settings: RuleSettings | undefined): Map<string, PlacedLevel> {
  const all = [{ paths: [], rules: settings?.rules ?? {} }, ...(settings?.overrides ?? [])];
  return new Map(
    all.flatMap(({ paths, rules }) =>
      Object.entries(rules).map(([code, level]) => [[code, ...paths].join('\n'), { code, paths, level }]),
    ),
  );
}
