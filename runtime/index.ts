export type { Lookup } from './catalog.js';
export type { FileView } from './content.js';
export type { DuplicateOptions, DuplicatePair, Duplicates } from './duplicates.js';
export type { Embedder, EmbedderSource, Embedding } from './embed/embedder.js';
export { noEmbedder } from './embed/none.js';
export { loadStaticModel, type StaticModelFiles } from './embed/static-model.js';
export { openTransformers, type TransformersOptions } from './embed/transformers.js';
export type { VectorIndex } from './embed/vector-index.js';
export type { LineageAnswer, VersionView } from './lineage-view.js';
export { openIndex } from './open-index.js';
export { type ResidentRule, residentRules } from './rules.js';
export type { Explanation, Placed } from './search/explain.js';
export type { GateReport } from './search/gate.js';
export type { Fusion } from './search/rank.js';
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
