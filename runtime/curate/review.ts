import { compareText } from '../../schema/diagnostic.js';
import type { SkillUtility } from '../../schema/usage/types.js';
import { type RatedVersion, rateVersion } from '../usage/utility.js';
import type {
  CuratedSkill,
  CurateInput,
  CurateThresholds,
  FailingSkill,
  NeverFoundSkill,
  OverlappingSkills,
  ReviewList,
  UnansweredQuery,
} from './types.js';

/** Queries of a skill that are shown, and what each of them finds. */
const [MOST_QUERIES, MOST_INSTEAD] = [5, 3];

/** What people should look at. Archived skills are left out. */
export function reviewOf(input: CurateInput, thresholds: CurateThresholds): ReviewList {
  const offered = input.skills.filter(({ status }) => status !== 'archived');
  return {
    failing: offered
      .flatMap((skill) => failingIn(skill, thresholds) ?? [])
      .sort((a, b) => a.rate - b.rate || b.attempts - a.attempts || compareText(a.path, b.path)),
    overlapping: overlappingIn(input),
    neverFound: offered.flatMap((skill) => neverFound(skill, input) ?? []),
    missing: input.unanswered
      .filter((query) => timesOf(query) >= thresholds.searches)
      .map(({ query, rejected, empty }) => ({ query, rejected, empty }))
      .sort((a, b) => timesOf(b) - timesOf(a) || compareText(a.query, b.query)),
  };
}

/** The skill as one that fails; null where it does not, or where too few say so of its present text. */
function failingIn(skill: CuratedSkill, thresholds: CurateThresholds): FailingSkill | null {
  const { path, digest, utility } = skill;
  const found = failingVersion(utility, digest, thresholds);
  if (found === null) return null;
  const { version, attempts, rate, interval, reasons } = found;
  return { path, version: version ?? skill.version, attempts, rate: rate!, interval: interval!, reasons };
}

/**
 * The version with a digest, where its rate is below the threshold after attempts enough: the count starts again with
 * each change of the skill.
 */
export function failingVersion(
  utility: SkillUtility | undefined,
  digest: string,
  { attempts, rate }: Pick<CurateThresholds, 'attempts' | 'rate'>,
): RatedVersion | null {
  const own = utility?.versions.find((version) => version.digest === digest);
  if (own === undefined) return null;
  const rated = rateVersion(own);
  return rated.rate !== null && rated.attempts >= attempts && rated.rate < rate ? rated : null;
}

/** Copies, then pairs that are near in meaning; one that sends to the other is told apart from it. */
function overlappingIn({ duplicates }: CurateInput): OverlappingSkills[] {
  if (duplicates === null) return [];
  const copies = duplicates.copies.map((paths) => ({ paths, cosine: null }));
  const pairs = duplicates.pairs
    .filter(({ handsOff }) => !handsOff)
    .map(({ a, b, cosine }) => ({ paths: [a, b], cosine }));
  return [...copies, ...pairs];
}

function neverFound({ path }: CuratedSkill, { asked }: CurateInput): NeverFoundSkill | null {
  const own = asked.filter(({ skill }) => skill === path);
  if (own.length === 0 || own.some(({ found }) => found.includes(path))) return null;
  const sorted = [...own].sort((a, b) => b.successes - a.successes || compareText(a.query, b.query));
  const queries = sorted
    .slice(0, MOST_QUERIES)
    .map(({ query, found }) => ({ query, instead: found.slice(0, MOST_INSTEAD) }));
  return { path, queries };
}

/** How often a query had no answer. */
export function timesOf({ rejected, empty }: UnansweredQuery): number {
  return rejected + empty;
}
