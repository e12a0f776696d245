import { SKILL_LIMITS } from '@modelcontextprotocol/server/ext/skills';
import type { SkillEntry } from '../../../schema/index.types.js';
import type { Json } from '../../../schema/skill/types.js';
import { codePointLength } from '../../../schema/text.js';
import { parentOf, pathOfEntry } from './uri.js';

/** Limits of the Agent Skills specification, in code points. */
const LIMITS = { name: 64, description: 1_024, compatibility: 500 } as const;
const NAME = /^[a-z\d]+(?:-[a-z\d]+)*$/;

/** Findings that say that the index reads the front matter in another way than YAML of the standard. */
const READ_LENIENTLY = ['yaml-unquoted-colon', 'yaml-unquoted-start', 'yaml-control-character'];

/**
 * Why a skill may not be published by the extension `io.modelcontextprotocol/skills`, as the end of a sentence; null
 * where it may. A host that verifies entries refuses the whole list for one that breaks these rules.
 *
 * Source: SEP-2640 and the Agent Skills specification, as the SDK's `SkillsClient` checks them.
 */
export function whyNotServable(skill: SkillEntry): string | null {
  for (const reason of REASONS) {
    const found = reason(skill);
    if (found !== null) return found;
  }
  return null;
}

const REASONS: readonly ((skill: SkillEntry) => string | null)[] = [
  ({ findings = {} }) =>
    READ_LENIENTLY.some((code) => Object.hasOwn(findings, code))
      ? 'its front matter is not YAML that every host reads'
      : null,
  (skill) => nameProblem(skill, skill.frontmatter.name),
  ({ frontmatter: { description } }) => {
    if (typeof description !== 'string' || description === '') return 'it has no description';
    return codePointLength(description) > LIMITS.description
      ? `its description has more than ${LIMITS.description} characters`
      : null;
  },
  ({ frontmatter: { compatibility } }) => {
    if (compatibility === undefined) return null;
    const fits =
      typeof compatibility === 'string' &&
      compatibility !== '' &&
      codePointLength(compatibility) <= LIMITS.compatibility;
    return fits ? null : `its compatibility is not a text of at most ${LIMITS.compatibility} characters`;
  },
  ({ frontmatter: { metadata }, findings = {} }) => {
    const isFine =
      metadata === undefined || (isTextMap(metadata) && !Object.hasOwn(findings, 'metadata-value-not-text'));
    return isFine ? null : 'its metadata holds values that are not texts';
  },
  ({ resources }) =>
    resources.length > SKILL_LIMITS.files ? `it has more than ${SKILL_LIMITS.files} files` : null,
  ({ resources }) => {
    const size = resources.reduce((sum, resource) => sum + resource.size, 0);
    return size > SKILL_LIMITS.bytes ? `its files have more than ${SKILL_LIMITS.bytes} bytes` : null;
  },
];

function nameProblem({ uri }: SkillEntry, name: Json | undefined): string | null {
  if (typeof name !== 'string') return 'it states no name';
  if (name.length > LIMITS.name || !NAME.test(name)) {
    return `its name is not of 1 to ${LIMITS.name} lower-case letters, digits and single hyphens`;
  }
  const folder = parentOf(pathOfEntry(uri));
  return folder.slice(folder.lastIndexOf('/') + 1) === name ? null : 'its name is not that of its folder';
}

function isTextMap(value: Json): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((item) => typeof item === 'string');
}
