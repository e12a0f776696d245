import type { SecurityRule } from './rule.js';

/** Where the words of rules stand in a text in lower case, ascending; a rule without words is not in it. */
export type Spotter = (small: string) => ReadonlyMap<SecurityRule, readonly number[]>;

/** Looks for the words of all rules in one pass. */
export function spotter(rules: readonly SecurityRule[]): Spotter {
  const needles = [...new Set(rules.flatMap((rule) => rule.needles ?? []))];
  // The longest first; a shorter one that it begins with is there as well.
  const ordered = [...needles].sort((a, b) => b.length - a.length);
  const of = new Map(
    ordered.map((needle) => [
      needle,
      rules.filter((rule) => rule.needles?.some((one) => needle.startsWith(one)) === true),
    ]),
  );
  const source = ordered.map((needle) => needle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return (small) => {
    const places = new Map<SecurityRule, number[]>();
    const pattern = new RegExp(source, 'g');
    for (let match = pattern.exec(small); match !== null; match = pattern.exec(small)) {
      for (const rule of of.get(match[0])!) {
        const there = places.get(rule);
        if (there === undefined) places.set(rule, [match.index]);
        else there.push(match.index);
      }
      // Words may overlap.
      pattern.lastIndex = match.index + 1;
    }
    return places;
  };
}
