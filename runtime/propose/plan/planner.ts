import type { BaseFile, BaseSkill, PlanBase, ProposalRequest, SkillAction } from '../types.js';

export type Parameter = Exclude<keyof ProposalRequest, 'action'>;

/** What an action wants to be: the files as they should stand, and what to say of it. */
export interface Draft {
  /** Folder of the skill that it is about. */
  readonly path: string;
  readonly name: string;
  /** By path in the repository: the file as it should be, or null where it should not be. Others stay. */
  readonly files: ReadonlyMap<string, BaseFile | null>;
  /** Skills of the base whose files may change. */
  readonly skills: readonly BaseSkill[];
  /** What the subject starts with, such as `Fix git-commit`. */
  readonly title: string;
  /** As in `Changelog`; `to` is the skill's next version where SKILL.md changes. */
  readonly from: BaseSkill | null;
  readonly isRemoval?: true;
  readonly sources?: readonly BaseSkill[];
  readonly notes: readonly string[];
}

/** One action: what it takes, and how it is planned. */
export interface ActionPlanner {
  readonly action: SkillAction;
  /** True where `name` is a new skill's. */
  readonly makes: boolean;
  /** Parameters that it cannot do without; of an inner list, at least one. */
  readonly needs: readonly (Parameter | readonly Parameter[])[];
  /** Further ones that it takes. Name, reason, trigger and author are taken by all. */
  readonly takes: readonly Parameter[];
  /** @throws SkillgraftError as `planProposal` does */
  readonly plan: (base: PlanBase, request: ProposalRequest) => Draft;
}

/** Parameters of a skill's front matter. */
export const FRONT_MATTER_PARAMETERS: readonly Parameter[] = [
  'description',
  'displayName',
  'skillType',
  'repoName',
  'tags',
  'ttlDays',
];
