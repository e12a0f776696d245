import type { SkillEntry } from '../../schema/index.types.js';
import { isObject, list } from '../../schema/skill/metadata.js';
import type { Json } from '../../schema/skill/types.js';

/** What a skill asks for, as names. */
export interface Wanted {
  /** Of each, one program is enough. */
  readonly bins: readonly (readonly string[])[];
  readonly env: readonly string[];
  readonly skills: readonly string[];
  readonly mcp: readonly string[];
}

/** Reads `requires`, and what OpenClaw documents in its place: `metadata.openclaw.requires` with `anyBins`. */
export function wantedBy({ metadata, frontmatter }: SkillEntry): Wanted {
  const { bins = [], env = [], skills = [], mcp = [] } = metadata.requires ?? {};
  const other = child(child(child(frontmatter, 'metadata'), 'openclaw'), 'requires');
  const anyOf = list(child(other, 'anyBins')) ?? [];
  return {
    bins: [
      ...unique([...bins, ...(list(child(other, 'bins')) ?? [])]).map((name) => [name]),
      ...(anyOf.length === 0 ? [] : [anyOf]),
    ],
    env: unique([...env, ...(list(child(other, 'env')) ?? [])]),
    skills,
    mcp,
  };
}

function child(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
