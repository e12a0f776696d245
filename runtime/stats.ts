import type { Calibration, GateModel } from '../schema/calibration.js';
import type { Artifact, SkillEntry } from '../schema/index.types.js';
import type { LineageSection, LineageStatus } from '../schema/lineage.js';
import type { SkillUtility } from '../schema/usage/types.js';
import { residentRules } from './rules.js';
import { rateVersion } from './usage/utility.js';

/** From which log-odds a gate accepts, and how often it errs. */
type GateRates = Pick<GateModel, 'threshold' | 'expected'>;

/** What an index holds, in numbers. */
export interface Stats {
  readonly skills: number;
  /** Skills that are resident as rules. */
  readonly rules: number;
  /** Words and phrases that have synonyms. */
  readonly synonyms: number;
  /** How it tells queries that no skill fits; shares of the queries that it was fitted on, in [0, 1]. */
  readonly calibration: Pick<Calibration, 'method' | 'own' | 'offTopic'> &
    GateRates & {
      /** Of the gate for searches by words alone; null where that is the only one. */
      readonly wordsAlone: GateRates | null;
    };
  readonly failed: Artifact['failed'];
  readonly findings: Artifact['findings'];
  readonly source: Artifact['source'];
  readonly generator: Artifact['generator'];
  /** Estimated tokens of all names and descriptions together, and of all bodies. */
  readonly tokens: { readonly listing: number; readonly body: number };
  /** Code points of all descriptions together, and the three longest. */
  readonly descriptions: {
    readonly total: number;
    readonly longest: readonly { path: string; length: number }[];
  };
  readonly files: { readonly count: number; readonly bytes: number };
  readonly tags: readonly { readonly tag: string; readonly skills: number }[];
  readonly lineage: {
    readonly status: LineageStatus;
    readonly reason: string | null;
    readonly commits: number;
    readonly versions: number;
    readonly renames: number;
    readonly removed: number;
  };
  /** Recorded use; null where the repository has no records. */
  readonly usage: UsageStats | null;
}

/** Sums over skills and their versions, with the success rate of each skill's versions that have attempts. */
export interface UsageStats {
  /** Skills with records. */
  readonly skills: number;
  readonly successes: number;
  readonly failures: number;
  readonly loads: number;
  /** Present versions, the lowest rate first. */
  readonly rates: readonly {
    readonly path: string;
    readonly version: number | null;
    readonly attempts: number;
    readonly rate: number;
    readonly interval: readonly [low: number, high: number];
    readonly last: string | null;
  }[];
}

export function statsOf(
  artifact: Artifact,
  skills: readonly SkillEntry[],
  lineage: LineageSection,
  used: readonly SkillUtility[] = [],
): Stats {
  const resources = skills.flatMap((skill) => skill.resources);
  return {
    skills: skills.length,
    rules: residentRules(skills).length,
    synonyms: Object.keys(artifact.synonyms ?? {}).length,
    calibration: calibrationOf(artifact),
    failed: artifact.failed,
    findings: artifact.findings,
    source: artifact.source,
    generator: artifact.generator,
    tokens: {
      listing: sum(skills.map((skill) => skill.tokens.listing)),
      body: sum(skills.map((skill) => skill.tokens.body)),
    },
    descriptions: descriptionsOf(skills),
    files: { count: resources.length, bytes: sum(resources.map((resource) => resource.size)) },
    tags: countTags(skills),
    lineage: {
      status: lineage.status,
      reason: lineage.reason ?? null,
      commits: Object.keys(lineage.commits).length,
      versions: sum(lineage.skills.map((skill) => skill.versions.length)),
      renames: lineage.edges.filter((edge) => edge.type === 'rename').length,
      removed: lineage.removed.length,
    },
    usage: used.length === 0 ? null : usageOf(used, skills),
  };
}

function calibrationOf({ calibration }: Artifact): Stats['calibration'] {
  const { method, own, offTopic, wordsAlone } = calibration;
  const rates = ({ threshold, expected }: GateRates): GateRates => ({ threshold, expected });
  return {
    method,
    own,
    offTopic,
    ...rates(calibration),
    wordsAlone: wordsAlone === null ? null : rates(wordsAlone),
  };
}

function usageOf(used: readonly SkillUtility[], skills: readonly SkillEntry[]): UsageStats {
  const all = used.flatMap(({ versions }) => versions);
  const total = (key: 'successes' | 'failures' | 'loads') => sum(all.map((version) => version[key]));
  const digests = new Map(skills.map(({ path, resources }) => [path, resources[0]!.digest]));
  const rates = used.flatMap(({ path, versions }) => {
    const present = versions.find(({ digest }) => digest === digests.get(path));
    if (present === undefined) return [];
    const { version, attempts, rate, interval, last } = rateVersion(present);
    return rate === null || interval === null ? [] : [{ path, version, attempts, rate, interval, last }];
  });
  rates.sort((a, b) => a.rate - b.rate || b.attempts - a.attempts || (a.path < b.path ? -1 : 1));
  return {
    skills: used.length,
    successes: total('successes'),
    failures: total('failures'),
    loads: total('loads'),
    rates,
  };
}

function descriptionsOf(skills: readonly SkillEntry[]): Stats['descriptions'] {
  const lengths = skills.map((skill) => ({ path: skill.path, length: [...skill.description].length }));
  const longest = [...lengths].sort((a, b) => b.length - a.length || (a.path < b.path ? -1 : 1)).slice(0, 3);
  return { total: sum(lengths.map(({ length }) => length)), longest };
}

function countTags(skills: readonly SkillEntry[]): Stats['tags'] {
  const counts = new Map<string, number>();
  for (const tag of skills.flatMap((skill) => [...new Set(skill.metadata.tags ?? [])])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, skills: count }))
    .sort((a, b) => b.skills - a.skills || (a.tag < b.tag ? -1 : 1));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
