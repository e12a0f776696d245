import type { Finding } from '../../../schema/diagnostic.js';
import type { EvalFile } from '../../evals/read-eval-files.js';
import type { SkillIndex } from '../../skill-index.js';
import type { Notice } from '../../types.js';
import type { FileChange, Identity, Plan } from '../types.js';

/** What checks may use besides the plan; what is absent makes a check say less, or be left out with a notice. */
export interface CheckOptions {
  /** A person has looked at them: what looks like a secret is a warning and refuses nothing. */
  readonly allowSecrets?: boolean;
  /** Who the commit is by; absent: not known yet. */
  readonly author?: Identity;
  /** Every path of the base's tree; absent: targets of links are not looked up. */
  readonly paths?: ReadonlySet<string>;
  /** SKILL.md files of the base that a new one is made from (DERIVE, MERGE), by path. */
  readonly sources?: ReadonlyMap<string, Uint8Array>;
  /** False: clauses that lead to other skills stay among a skill's own words, as the index was built. */
  readonly handOffs?: boolean;
  /** Files of queries at the base (`readEvalFiles`). */
  readonly evals?: readonly EvalFile[];
  /** Opens an index of the base's skills with some changes, the way that `index` was opened. */
  readonly rankWith?: (changes: readonly FileChange[]) => Promise<SkillIndex>;
}

export interface CheckInput {
  readonly plan: Plan;
  /** The index that is served; null where there is none. */
  readonly index: SkillIndex | null;
  readonly options: CheckOptions;
}

/** What one check found, and what it could not look at. */
export interface CheckReport {
  readonly findings: readonly Finding[];
  readonly notes: readonly Notice[];
}

/** One check of a plan, before anything is written. */
export interface ProposalCheck {
  /** Kebab-case. */
  readonly name: string;
  run(input: CheckInput): CheckReport | Promise<CheckReport>;
}

/** What all checks say together. */
export interface CheckOutcome extends CheckReport {
  /** True where a finding is an error: the proposal must not be written. */
  readonly refused: boolean;
}
