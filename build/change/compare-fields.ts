import { compareText } from '../../schema/diagnostic.js';
import { isObject } from '../../schema/skill/metadata.js';
import type { Json, JsonObject, SkillMetadata } from '../../schema/skill/types.js';
import type { FieldChange } from './types.js';

/** Keys of hosts that say whether the agent, or people, may invoke a skill. */
const INVOCATION = new Set(['disable-model-invocation', 'user-invocable']);

/** Keys of the front matter whose values differ, by key; those inside `metadata` each for itself. */
export function compareFields(before: JsonObject, after: JsonObject): FieldChange[] {
  const [old, now] = [flat(before), flat(after)];
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort(compareText);
  return keys.flatMap((key) => {
    const [a, b] = [old.get(key) ?? null, now.get(key) ?? null];
    return same(a, b) ? [] : [{ key, before: a, after: b }];
  });
}

/** Those of the changed keys that say who may invoke the skill. */
export function invocationChanges(fields: readonly FieldChange[]): FieldChange[] {
  return fields.filter(({ key }) => INVOCATION.has(key.replaceAll('_', '-').replace(/^metadata\./, '')));
}

/** What a skill requires that it did not require before, as `kind:value`. */
export function newRequirements(before: SkillMetadata, after: SkillMetadata): string[] {
  const [old, now] = [required(before), required(after)];
  return now.filter((one) => !old.includes(one)).sort(compareText);
}

function required({ requires = {} }: SkillMetadata): string[] {
  return Object.entries(requires).flatMap(([kind, values]) =>
    (values as readonly string[]).map((value) => `${kind}:${value}`),
  );
}

function flat(frontmatter: JsonObject): Map<string, Json> {
  const values = new Map<string, Json>();
  for (const [key, value] of Object.entries(frontmatter)) {
    if (key !== 'metadata' || !isObject(value)) values.set(key, value);
    else for (const [inner, one] of Object.entries(value)) values.set(`metadata.${inner}`, one);
  }
  return values;
}

function same(a: Json, b: Json): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** The order of keys in a map says nothing. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort(compareText);
  return keys.map((key) => [key, sorted(value[key]!)]);
}
