export type { IndexBytes, SectionBytes, SkillBytes } from './bytes/index-bytes.js';
export type { Lookup } from './catalog.js';
export type { FileView } from './content.js';
export type { FailingSkill } from './curate/types.js';
export type { ComparedVersion, FileDiff, VersionDiff } from './diff-versions.js';
export type { DuplicateOptions, DuplicatePair, Duplicates } from './duplicates.js';
export type { Embedder, EmbedderSource, Embedding } from './embed/embedder.js';
export { noEmbedder } from './embed/none.js';
export type { EmbeddableText } from './embed/recipe.js';
export { loadStaticModel, type StaticModelFiles } from './embed/static-model.js';
export { openTransformers, type TransformersOptions } from './embed/transformers.js';
export type { VectorIndex } from './embed/vector-index.js';
export { discover, evolve } from './evolve/index.js';
export type {
  CreateInput,
  DiscoverHooks,
  Evolution,
  EvolveContext,
  EvolveHooks,
  NewSkill,
  Revision,
  RewriteInput,
} from './evolve/types.js';
export type { EdgeType, GraphNode, LineageGraph } from './graph/graph.js';
export { inspectSkill } from './inspect/inspect-skill.js';
export { type NodeMachineOptions, nodeMachine } from './inspect/node-machine.js';
export type {
  FindingCount,
  LineageHead,
  Machine,
  Requirement,
  Requirements,
  SkillInspection,
} from './inspect/types.js';
export type { LineageAnswer, VersionView } from './lineage-view.js';
export { openIndex } from './open-index.js';
export type { ProposalBranch } from './propose/git/list-proposals.js';
export { listProposals, propose, rebaseProposal } from './propose/index.js';
export type { ProposalAnswer, ProposalRemote, ProposeOptions } from './propose/options.js';
export type { ProposalRefused } from './propose/refused.js';
export type { SinkName } from './propose/sinks/sink.js';
export type { Changelog, ProposalRequest, SkillAction, WrittenProposal } from './propose/types.js';
export { type ResidentRule, residentRules } from './rules.js';
export type { Explanation, Placed } from './search/explain.js';
export type { GateReport } from './search/gate.js';
export type { Fusion } from './search/rank.js';
export type { SimilarSkill, SimilarSkills } from './similar-skills.js';
export type { SkillIndex } from './skill-index.js';
export type { Stats } from './stats.js';
export type {
  GetOptions,
  Notice,
  OpenOptions,
  Rejection,
  Rerank,
  RerankCandidate,
  ScorePart,
  SearchAnswer,
  SearchOptions,
  SearchResult,
  SkillContent,
  SkillFile,
  SkillFilter,
  SkillSummary,
} from './types.js';
export { openRecorder, type UsageRecorder } from './usage/open-recorder.js';
export type { QueryForm } from './usage/query-form.js';
export type { Outcome, RecordedOutcome, RecorderOptions } from './usage/recorder.js';
export type { RatedSkill, RatedVersion } from './usage/utility.js';
