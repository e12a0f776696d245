import type { PackedField } from '../index.types.js';
import type { SkillUtility } from './types.js';

/** How recorded queries move skills: recorded in the artifact, so that a reader ranks as the build tried it. */
export interface RoutingProfile {
  /** Weight of a skill's recorded part, which is in [0, 1]; 0: only a query that was recorded itself moves a skill. */
  readonly weight: number;
  /** What a skill without records is taken to have, of the highest recorded part and by its own share of the best score. */
  readonly imputed: number;
  /** Weight of a query that was recorded itself. */
  readonly pair: number;
  /** Nearest records of a skill that count. */
  readonly nearest: number;
  /** Records without a term that one with it is weighed against. */
  readonly smoothing: number;
  /** Of BM25 over recorded queries. */
  readonly k1: number;
  readonly b: number;
}

/** Recorded queries, packed for searches. A unit is a query that was recorded for a skill. */
export interface RoutingSection {
  readonly profile: RoutingProfile;
  /** Text of each unit, NFC, in the order of skills. */
  readonly queries: readonly string[];
  /** Terms of the units, each once a unit. */
  readonly field: PackedField;
  /** A signed byte a unit, base64: 127 x its evidence, negative where the skill did not help. */
  readonly evidence: string;
}

/** What became of the skills that were used. Absent where a repository has no records. */
export interface UsageSection {
  /** Null where no record has evidence enough. */
  readonly routing: RoutingSection | null;
  /** Skills with records, sorted by path. */
  readonly skills: readonly SkillUtility[];
}

/** Largest stored evidence, which stands for 1. */
export const WHOLE_EVIDENCE = 127;
