import { compareText } from '../../schema/diagnostic.js';
import { SkillgraftError } from '../../schema/errors.js';
import type { SkillEntry } from '../../schema/index.types.js';
import { UNKNOWN_DAY } from '../../schema/usage/line.js';
import { skillUtility } from '../../schema/usage/skill-utility.js';
import type { UsageRecord } from '../../schema/usage/types.js';
import type { Duplicates } from '../duplicates.js';
import type { SkillIndex } from '../skill-index.js';
import { dayOf } from '../usage/fold/fold-folder.js';
import { agentAuthorship } from './authorship.js';
import { knownRecords, type RecordPlaces } from './known-records.js';
import type { AskedQuery, CuratedSkill, CurateInput } from './types.js';

/** Queries of a skill that are asked again, of all skills, and the results that are looked at. */
const [MOST_QUERIES, MOST_ASKED, RESULTS] = [20, 2000, 10];
/** Pairs of skills that are near in meaning. */
const MOST_PAIRS = 100;

export interface GatherOptions extends RecordPlaces {
  /** Patterns of the names of authors that are agents. */
  readonly agents: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Reads all that skills are curated by: the index, its history, what is recorded of their use, and what the recorded
 * queries find.
 *
 * @throws SkillgraftError what reading the repository, the events and the index's vectors throws
 */
export async function gatherCuration(index: SkillIndex, options: GatherOptions): Promise<CurateInput> {
  const { records, unanswered } = await knownRecords(index, options, options.now);
  const isByAgent = agentAuthorship(options.agents);
  const skills = index.skills.map((entry) => curatedSkill(index, entry, isByAgent, records.get(entry.path)));
  const days = [...records.values()]
    .flatMap((own) => own.map(({ last }) => last))
    .filter((day) => day !== UNKNOWN_DAY)
    .sort(compareText);
  return {
    commit: index.artifact.source.commit ?? null,
    today: dayOf(options.now),
    skills,
    // A record keeps its last day only: it was noted by then.
    watchedSince: days[0] ?? null,
    asked: await askAgain(index, skills, records),
    unanswered,
    duplicates: await duplicatesIn(index),
  };
}

function curatedSkill(
  index: SkillIndex,
  { path, metadata, resources }: SkillEntry,
  isByAgent: ReturnType<typeof agentAuthorship>,
  records: readonly UsageRecord[] | undefined,
): CuratedSkill {
  const history = index.lineage(path);
  const { digest } = resources[0]!;
  return {
    path,
    status: metadata.status ?? 'active',
    isPinned: metadata.pinned === true,
    isByAgent: isByAgent(metadata, history),
    isSuperseded: (metadata.supersededBy ?? []).length > 0,
    version: history.truncated ? null : (history.versions.at(-1)?.version ?? null),
    digest,
    changed: history.updated?.slice(0, 10) ?? null,
    ...(records === undefined ? {} : { utility: skillUtility(path, records, digest) }),
  };
}

/** What the queries find that a skill helped with. */
async function askAgain(
  index: SkillIndex,
  skills: readonly CuratedSkill[],
  records: ReadonlyMap<string, readonly UsageRecord[]>,
): Promise<AskedQuery[]> {
  const asked: AskedQuery[] = [];
  for (const { path, status } of skills) {
    if (status === 'archived') continue;
    for (const [query, successes] of helpedWith(records.get(path) ?? [])) {
      if (asked.length >= MOST_ASKED) return asked;
      const { results } = await index.search(query, { limit: RESULTS });
      asked.push({ skill: path, query, successes, found: results.map((result) => result.path) });
    }
  }
  return asked;
}

/** The queries of most successes, of all versions. */
function helpedWith(records: readonly UsageRecord[]): (readonly [query: string, successes: number])[] {
  const queries = new Map<string, number>();
  for (const { query, successes } of records)
    if (query !== undefined && successes > 0) queries.set(query, (queries.get(query) ?? 0) + successes);
  return [...queries].sort(([a, x], [b, y]) => y - x || compareText(a, b)).slice(0, MOST_QUERIES);
}

async function duplicatesIn(index: SkillIndex): Promise<Duplicates | null> {
  try {
    return await index.duplicates({ limit: MOST_PAIRS });
  } catch (error) {
    if (error instanceof SkillgraftError && error.code === 'no-vectors') return null;
    throw error;
  }
}
