export type { Lookup } from './catalog.js';
export type { FileView } from './content.js';
export type { LineageAnswer, VersionView } from './lineage-view.js';
export { openIndex } from './open-index.js';
export type { SkillIndex } from './skill-index.js';
export type { Stats } from './stats.js';
export type {
  GetOptions,
  Notice,
  OpenOptions,
  Rejection,
  ScorePart,
  SearchAnswer,
  SearchOptions,
  SearchResult,
  SkillContent,
  SkillFile,
  SkillFilter,
  SkillSummary,
} from './types.js';
