import type { SectionName } from '../schema/format.js';
import { FIELDS } from '../schema/profile.js';

type Fields = Readonly<Record<string, unknown>>;

/** True where the small parts of an artifact have the types that readers count on; its sections are asked for apart. */
export function isArtifactShape(artifact: unknown): boolean {
  return (
    isObject(artifact) &&
    isObject(artifact.source) &&
    isObject(artifact.generator) &&
    isObject(artifact.findings) &&
    Array.isArray(artifact.failed)
  );
}

/** True where a section has the types that readers count on. A digest vouches for the rest. */
export function isSectionShape(name: SectionName, section: unknown): boolean {
  if (name === 'skills') return Array.isArray(section) && section.every(isSkill);
  if (name === 'lexical') return isLexical(section);
  return isObject(section) && Array.isArray(section.skills) && typeof section.status === 'string';
}

function isSkill(skill: unknown): boolean {
  return (
    isObject(skill) &&
    ['path', 'name', 'uri', 'description'].every((key) => typeof skill[key] === 'string') &&
    isObject(skill.metadata) &&
    Array.isArray(skill.resources) &&
    skill.resources.length > 0
  );
}

function isLexical(lexical: unknown): boolean {
  if (!isObject(lexical) || !isObject(lexical.analyzer) || !isObject(lexical.profile)) return false;
  const fields = lexical.fields;
  if (typeof lexical.documents !== 'number' || !isObject(fields)) return false;
  return FIELDS.every((field) => {
    const packed = fields[field];
    return (
      isObject(packed) &&
      ['lengths', 'terms', 'sizes', 'postings'].every((key) => typeof packed[key] === 'string')
    );
  });
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
