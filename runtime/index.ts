export type { Lookup } from './catalog.js';
export type { FileView } from './content.js';
export type { LineageAnswer, VersionView } from './lineage-view.js';
export { type OpenOptions, openIndex } from './open-index.js';
export type { GetOptions, SkillContent, SkillFile, SkillIndex, Stats } from './skill-index.js';
export type {
  Notice,
  Rejection,
  ScorePart,
  SearchAnswer,
  SearchOptions,
  SearchResult,
  SkillFilter,
  SkillSummary,
} from './types.js';
