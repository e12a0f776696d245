import { SIGNALS } from '../schema/calibration.js';
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
    Array.isArray(artifact.failed) &&
    isCalibration(artifact.calibration) &&
    (artifact.vectors === null || isObject(artifact.vectors)) &&
    (artifact.synonyms === undefined || isSynonyms(artifact.synonyms)) &&
    (artifact.usage === undefined || isObject(artifact.usage))
  );
}

function isCalibration(calibration: unknown): boolean {
  if (!isObject(calibration) || typeof calibration.method !== 'string') return false;
  const { wordsAlone, topic } = calibration;
  const isTopic = topic === null || isObject(topic);
  return isTopic && isGate(calibration) && (wordsAlone === null || isGate(wordsAlone));
}

function isGate(gate: unknown): boolean {
  if (!isObject(gate) || !isObject(gate.weights) || !isObject(gate.expected)) return false;
  const { weights, intercept, threshold, expected } = gate;
  const signals = SIGNALS.map((signal) => weights[signal]);
  return [intercept, threshold, expected.lost, expected.accepted, ...signals].every(
    (value) => typeof value === 'number',
  );
}

/** True where a section has the types that readers count on. A digest vouches for the rest. */
export function isSectionShape(name: SectionName, section: unknown): boolean {
  if (name === 'skills') return Array.isArray(section) && section.every(isSkill);
  if (name === 'lexical') return isLexical(section);
  if (name === 'vectors') return section === null || isVectors(section);
  if (name === 'usage') return section === null || isUsage(section);
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
  return FIELDS.every((field) => isPacked(fields[field]));
}

function isPacked(field: unknown): boolean {
  return (
    isObject(field) &&
    ['lengths', 'terms', 'sizes', 'postings'].every((key) => typeof field[key] === 'string')
  );
}

function isVectors(vectors: unknown): boolean {
  if (!isObject(vectors) || !isObject(vectors.model)) return false;
  const { model, dims, documents, scale } = vectors;
  return (
    ['id', 'revision', 'pooling', 'prefix', 'recipe'].every((key) => typeof model[key] === 'string') &&
    typeof model.normalised === 'boolean' &&
    [dims, documents].every((count) => Number.isSafeInteger(count) && (count as number) >= 0) &&
    model.dims === dims &&
    typeof scale === 'number' &&
    typeof vectors.vectors === 'string'
  );
}

function isUsage(usage: unknown): boolean {
  if (!isObject(usage) || !Array.isArray(usage.skills)) return false;
  const { routing } = usage;
  if (routing === null) return true;
  if (!isObject(routing) || !isObject(routing.profile) || !Array.isArray(routing.queries)) return false;
  const { profile, queries, field, evidence } = routing;
  return (
    isPacked(field) &&
    typeof evidence === 'string' &&
    queries.every((query) => typeof query === 'string') &&
    ['weight', 'imputed', 'pair', 'nearest', 'smoothing', 'k1', 'b'].every(
      (key) => typeof profile[key] === 'number',
    )
  );
}

function isSynonyms(synonyms: unknown): boolean {
  return (
    isObject(synonyms) &&
    Object.values(synonyms).every(
      (words) => Array.isArray(words) && words.every((word) => typeof word === 'string'),
    )
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
