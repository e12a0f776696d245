import { imputedPart, type RecordedQueries } from '../../runtime/search/recorded.js';
import type { RoutingProfile } from '../../schema/usage/section.js';

/** A recorded query as a search without records answers it. */
export interface TriedQuery {
  /** Each once. */
  readonly terms: readonly string[];
  /** Units that are this query, of whichever skill. */
  readonly units: ReadonlySet<number>;
  /** Units of the skills that helped with it: all that is recorded for these. */
  readonly kin: ReadonlySet<number>;
  /** Skills that helped. */
  readonly right: ReadonlySet<number>;
  /** The first skills of the answer, best first. */
  readonly hits: readonly { readonly document: number; readonly score: number }[];
}

type Choice = Pick<RoutingProfile, 'weight' | 'imputed'>;

/** What a choice does to the queries: how many it puts right or wrong, each with the other records known. */
interface Outcome extends Choice {
  gained: number;
  lost: number;
  /** The same where the skill that helped has no record at all: what is lost, less what is gained. */
  unrecordedLost: number;
}

const WEIGHTS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5];
const IMPUTED = [0.5, 0.8, 1];
const NONE: Outcome = { weight: 0, imputed: 1, gained: 0, lost: 0, unrecordedLost: 0 };
/** Deviations by which a lower weight may fall short of the best one, and still be taken: it does less harm elsewhere. */
const SLACK = 0.5;
/** Share of the queries (one at least) whose skill may lose its first place for having no records. */
const TOLERATED = 0.01;

/**
 * Chooses how much records count by leaving out one recorded query at a time: the lowest weight that gains nearly the
 * most beyond what chance gives (the standard error rule of Breiman and others 1984). The same queries, asked as if their
 * skill had no records, must hardly lose. Weight 0 where nothing holds that.
 */
export function chooseRouting(queries: readonly TriedQuery[], recorded: RecordedQueries): Choice {
  const outcomes = WEIGHTS.flatMap((weight) =>
    IMPUTED.map((imputed): Outcome => ({ weight, imputed, gained: 0, lost: 0, unrecordedLost: 0 })),
  );
  for (const query of queries) {
    const before = isRight(query, query.hits[0]?.document);
    tryQuery(query, recorded, query.units, outcomes, (outcome, after) => {
      if (after && !before) outcome.gained += 1;
      if (before && !after) outcome.lost += 1;
    });
    tryQuery(query, recorded, query.kin, outcomes, (outcome, after) => {
      outcome.unrecordedLost += Number(before) - Number(after);
    });
  }
  const tolerated = Math.max(1, TOLERATED * queries.length);
  const judged = outcomes
    .filter(({ unrecordedLost }) => unrecordedLost <= tolerated)
    .map((outcome) => ({ outcome, gain: gainOf(outcome) }));
  const most = judged.reduce((best, one) => (one.gain > best.gain ? one : best), { outcome: NONE, gain: 0 });
  const least = most.gain - SLACK * deviation(most.outcome);
  const near = judged.filter(({ gain }) => gain > 0 && gain >= least);
  const weight = Math.min(...near.map(({ outcome }) => outcome.weight));
  const chosen = near
    .filter(({ outcome }) => outcome.weight === weight)
    .reduce((best, one) => (one.gain > best.gain ? one : best), { outcome: NONE, gain: 0 });
  return { weight: chosen.outcome.weight, imputed: chosen.outcome.imputed };
}

/** What is gained beyond chance. */
function gainOf(outcome: Outcome): number {
  return outcome.gained - outcome.lost - deviation(outcome);
}

/** One standard deviation of a sign test. */
function deviation({ gained, lost }: Outcome): number {
  return Math.sqrt(gained + lost);
}

function tryQuery(
  query: TriedQuery,
  recorded: RecordedQueries,
  heldOut: ReadonlySet<number>,
  outcomes: readonly Outcome[],
  note: (outcome: Outcome, isRight: boolean) => void,
): void {
  const { nearness, highest } = recorded.score(query.terms, heldOut);
  const best = query.hits[0]?.score ?? 0;
  const hits = query.hits.map(({ document, score }) => ({
    document,
    score,
    nearness: recorded.isRecorded(document, heldOut) ? nearness[document]! : null,
  }));
  for (const outcome of outcomes) {
    const { weight, imputed } = outcome;
    const standing = { lift: weight * imputed * highest, best };
    let first: number | undefined;
    let top = Number.NEGATIVE_INFINITY;
    for (const hit of hits) {
      const part = hit.nearness === null ? imputedPart(standing, hit.score) : weight * hit.nearness;
      const score = hit.score + part;
      if (score <= top) continue;
      top = score;
      first = hit.document;
    }
    note(outcome, isRight(query, first));
  }
}

function isRight({ right }: TriedQuery, document: number | undefined): boolean {
  return document !== undefined && right.has(document);
}
