import { usageQueryHeldOut } from '../../schema/build-kinds.js';
import { type Finding, finding } from '../../schema/diagnostic.js';
import type { LineageSection } from '../../schema/lineage.js';
import { usagePath } from '../../schema/usage/records.js';
import type { UsageSection } from '../../schema/usage/section.js';
import { skillUtility } from '../../schema/usage/skill-utility.js';
import type { UsageRecord } from '../../schema/usage/types.js';
import { historyPath } from '../entries.js';
import type { ReadSkill } from '../types.js';
import { type CurrentVersion, type EvidentQuery, evidentQueries, queryKey } from './evidence.js';
import { buildRouting, type RoutingInput } from './routing.js';

/** Records by skill, ready to be packed. */
export interface JudgedUsage {
  /** For each skill, by its position. */
  readonly queries: readonly (readonly EvidentQuery[])[];
  readonly skills: UsageSection['skills'];
  readonly findings: readonly Finding[];
}

/**
 * Judges the records of each skill: how surely it helped with which queries, and what each version was worth. Queries
 * that the repository measures its ranking by count for the latter only.
 *
 * @param records by path
 * @param measured keys of the queries in `evals/`
 */
export function judgeUsage(
  skills: readonly ReadSkill[],
  lineage: LineageSection,
  records: ReadonlyMap<string, readonly UsageRecord[]>,
  measured: ReadonlySet<string>,
): JudgedUsage {
  const latest = new Map(
    lineage.skills.map(({ path, versions }) => [path, versions.at(-1)?.version ?? null]),
  );
  const judged = skills.map((skill) => {
    const { path } = skill.found;
    const own = records.get(path) ?? [];
    const version = lineage.status === 'full' ? (latest.get(historyPath(skill)) ?? null) : null;
    const current: CurrentVersion = { version, digest: skill.files[0]!.digest };
    const isMeasured = ({ query }: UsageRecord): boolean =>
      query !== undefined && measured.has(queryKey(query));
    const heldOut = new Set(own.filter(isMeasured).map(({ query }) => queryKey(query!))).size;
    return {
      queries: evidentQueries(
        own.filter((record) => !isMeasured(record)),
        current,
      ),
      utility: own.length === 0 ? [] : [skillUtility(path, own, current.digest)],
      findings: heldOut === 0 ? [] : [finding(usageQueryHeldOut, usagePath(path), TOP, { queries: heldOut })],
    };
  });
  return {
    queries: judged.map(({ queries }) => queries),
    skills: judged.flatMap(({ utility }) => utility),
    findings: judged.flatMap(({ findings }) => findings),
  };
}

const TOP = { line: 1, column: 1 };

/** The artifact's section; undefined where the repository has no records. */
export async function usageSection(
  input: RoutingInput,
  { queries, skills }: JudgedUsage,
): Promise<UsageSection | undefined> {
  if (skills.length === 0) return undefined;
  return { routing: await buildRouting(input, queries), skills };
}
