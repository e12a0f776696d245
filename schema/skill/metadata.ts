import { nfc } from '../text.js';
import { SKILL_STATUSES, SKILL_TYPES } from './statuses.js';
import type { Json, JsonObject, SkillDocument, SkillMetadata, SkillRequires } from './types.js';

/** What the index says about a skill before its body. */
export interface SkillReading {
  /** The front matter's name, or the folder's where it has none. */
  readonly name: string;
  /** Empty where there is none. */
  readonly description: string;
  readonly metadata: SkillMetadata;
}

/**
 * Reads our keys, at the top level or inside the `metadata` map (the top level wins), in kebab-case or snake_case.
 * Text is trimmed and NFC; lists are YAML lists or comma-separated text; values out of range are left away, since
 * `validateSkill` names them.
 */
export function readMetadata(document: SkillDocument, folderName: string): SkillReading {
  const top = document.frontmatter;
  const get = reader(top);
  const type = text(get('skill-type'))?.toUpperCase().replaceAll('-', '_');
  const status = text(get('status'))?.toLowerCase();
  return {
    name: textOnly(top.name) ?? nfc(folderName),
    description: text(top.description) ?? '',
    metadata: compact({
      displayName: text(get('display-name')),
      type: SKILL_TYPES.find((one) => one === type),
      kind: text(get('kind'))?.toLowerCase() === 'rule' ? ('rule' as const) : undefined,
      repo: text(get('repo')),
      version: text(get('version')),
      tags: list(get('tags')),
      triggers: list(get('triggers')),
      keywords: list(get('keywords')),
      whenToUse: text(get('when-to-use')),
      allowedTools: tools(top['allowed-tools'] ?? top.allowed_tools),
      created: text(get('created')),
      lastModified: text(get('last-modified')),
      ttlDays: days(get('ttl-days')),
      author: text(get('author')),
      source: text(get('source')),
      domain: text(get('domain')),
      status:
        status === 'active'
          ? undefined
          : (SKILL_STATUSES.find((one) => one === status) as SkillMetadata['status']),
      pinned: get('pinned') === true || get('pinned') === 'true' ? (true as const) : undefined,
      deprecatedReason: text(get('deprecated-reason')),
      derivedFrom: list(get('derived-from')),
      mergedFrom: list(get('merged-from')),
      supersededBy: list(get('superseded-by')),
      requires: requires(get('requires')),
    }),
  };
}

function reader(top: JsonObject): (key: string) => Json | undefined {
  const inner = isObject(top.metadata) ? top.metadata : undefined;
  return (key) => {
    const snake = key.replaceAll('-', '_');
    return top[key] ?? top[snake] ?? inner?.[key] ?? inner?.[snake] ?? undefined;
  };
}

/** Takes absent keys away. The result has exactly the keys whose values are there. */
function compact(values: { [K in keyof SkillMetadata]-?: SkillMetadata[K] | undefined }): SkillMetadata {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as SkillMetadata;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text of a string, number or boolean; undefined where nothing is left of it. */
function text(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  const trimmed = nfc(String(value)).trim();
  return trimmed === '' ? undefined : trimmed;
}

function textOnly(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? text(value) : undefined;
}

/** A YAML list or comma-separated text as its items, each once, in order. Undefined where it has none. */
export function list(value: Json | undefined): readonly string[] | undefined {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value ?? null];
  const out = new Set<string>();
  for (const item of items as readonly Json[]) {
    const one = text(item);
    if (one !== undefined) out.add(one);
  }
  return out.size > 0 ? [...out] : undefined;
}

/** Tools from a list, or from text split at commas and blanks outside of brackets. */
export function tools(value: Json | undefined): readonly string[] | undefined {
  if (typeof value !== 'string') return list(value);
  const out: string[] = [];
  let depth = 0;
  let current = '';
  for (const character of value) {
    if (character === '(') depth++;
    else if (character === ')' && depth > 0) depth--;
    if (depth === 0 && /[\s,]/u.test(character)) {
      out.push(current);
      current = '';
    } else current += character;
  }
  return list([...out, current]);
}

function days(value: Json | undefined): number | undefined {
  const one = text(value);
  return one !== undefined && /^[1-9]\d{0,5}$/u.test(one) ? Number(one) : undefined;
}

function requires(value: Json | undefined): SkillRequires | undefined {
  if (!isObject(value)) return undefined;
  const parts = (['bins', 'env', 'skills', 'mcp'] as const).flatMap((key) => {
    const items = list(value[key]);
    return items ? [[key, items] as const] : [];
  });
  return parts.length > 0 ? (Object.fromEntries(parts) as SkillRequires) : undefined;
}
