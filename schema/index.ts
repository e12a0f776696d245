export { compareFindings, compareText, finding } from './diagnostic.js';
export type { Finding, FindingArgs, FindingKind, Position, Severity } from './diagnostic.js';
export { SkillgraftError } from './errors.js';
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
