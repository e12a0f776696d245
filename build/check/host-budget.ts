import { compareText, type Finding, finding } from '../../schema/diagnostic.js';
import { hostLimits, listedLength } from '../../schema/host-limits.js';
import type { SkillEntry } from '../../schema/index.types.js';
import { hostListingBudget, hostListingShare } from '../../schema/skill/kinds/listing.js';
import type { BuildResult } from '../build-index.js';
import { descriptionPlace } from './description-place.js';
import type { ExtraCheck } from './extra-checks.js';

/** Skills that are named with the sum. */
const MOST_NAMED = 5;
/** One skill should leave room for seven more. */
const SHARE = 1 / 8;

interface Cost {
  readonly path: string;
  readonly length: number;
}

interface OverBudget {
  readonly host: string;
  readonly budget: number;
  /** The largest first. */
  readonly each: readonly Cost[];
}

/** Adds up what all skills take of each host's listing, and tells of those that take too much of one that overflows. */
export const hostBudget: ExtraCheck = {
  async find(built) {
    const over = hostsOver(built.skills);
    return [...over.map(sumOf), ...(await shares(built, over))];
  },
};

function hostsOver(skills: readonly SkillEntry[]): OverBudget[] {
  return hostLimits.flatMap((host) => {
    const budget = host.listingBudget?.value;
    if (budget === undefined) return [];
    const each = skills
      .map((skill) => ({ path: skill.path, length: listedLength(host, listedOf(skill)) }))
      .filter(({ length }) => length > 0)
      .sort((a, b) => b.length - a.length || compareText(a.path, b.path));
    return totalOf(each) > budget ? [{ host: host.name, budget, each }] : [];
  });
}

function sumOf({ host, budget, each }: OverBudget): Finding {
  const largest = each.slice(0, MOST_NAMED).map(({ path, length }) => `${path} (${length})`);
  const args = { host, skills: each.length, total: totalOf(each), budget, largest };
  return finding(hostListingBudget, '.', { line: 1, column: 1 }, args);
}

/** One finding for a skill: of the host whose budget it takes most of. */
async function shares(built: BuildResult, over: readonly OverBudget[]): Promise<Finding[]> {
  const worst = new Map<string, { host: string; length: number; budget: number }>();
  for (const { host, budget, each } of over) {
    for (const { path, length } of each.filter((one) => one.length > budget * SHARE)) {
      const known = worst.get(path);
      if (known === undefined || length / budget > known.length / known.budget)
        worst.set(path, { host, length, budget });
    }
  }
  const findings: Finding[] = [];
  for (const [path, cost] of worst) {
    const { file, at } = await descriptionPlace(built, path);
    const percent = Math.floor((100 * cost.length) / cost.budget);
    findings.push(finding(hostListingShare, file, at, { ...cost, percent }));
  }
  return findings;
}

function totalOf(each: readonly Cost[]): number {
  return each.reduce((sum, { length }) => sum + length, 0);
}

function listedOf({
  name,
  description,
  metadata,
  frontmatter,
}: SkillEntry): Parameters<typeof listedLength>[1] {
  return {
    name,
    description,
    whenToUse: metadata.whenToUse,
    isManual: frontmatter['disable-model-invocation'] === true,
  };
}
