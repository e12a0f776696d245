export { ANALYZER, analyse } from './analyzer/analyse.js';
export type { Calibration, GateModel, Signals } from './calibration.js';
export type { ChangelogRecord } from './changelog-trailers.js';
export { canonicalJson } from './codec.js';
export {
  compareFindings,
  compareText,
  type Finding,
  type FindingArgs,
  type FindingKind,
  finding,
  type Position,
  type Severity,
} from './diagnostic.js';
export type { ModelFingerprint, VectorSection } from './embedding.js';
export { SkillgraftError } from './errors.js';
export { FORMAT, INDEX_FILE } from './format.js';
export type {
  Artifact,
  FailedFile,
  LexicalSection,
  PackedField,
  Resource,
  Sidecar,
  SkillEntry,
  Source,
} from './index.types.js';
export type {
  CommitInfo,
  LineageEdge,
  LineageSection,
  SkillLineage,
  SkillVersion,
  VersionDrift,
} from './lineage.js';
export { describe } from './messages.js';
export { DEFAULT_PROFILE, FIELDS, type FieldName, type SearchProfile } from './profile.js';
export { readMetadata, type SkillReading } from './skill/metadata.js';
export { parseSkill } from './skill/parse.js';
export { editFrontmatter } from './skill/serialise.js';
export type {
  Json,
  JsonObject,
  KeyPosition,
  ParsedSkill,
  Profile,
  SkillDocument,
  SkillMetadata,
  SkillRequires,
  SkillStatus,
  SkillType,
} from './skill/types.js';
export { isLoadable, type ValidationInput, validateSkill } from './skill/validate.js';
