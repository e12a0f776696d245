import type { Json, SkillMetadata } from '../../../schema/skill/types.js';
import { GLOBAL_REPO } from '../../search/filter.js';
import type { ProposalRequest } from '../types.js';
import type { KeyValue } from './front-matter.js';
import { oneMark } from './version-marks.js';

/** Keys inside `metadata` of a new skill, in the order in which they are written. */
const ORDER = [
  'display-name',
  'skill-type',
  'kind',
  'repo',
  'domain',
  'tags',
  'triggers',
  'keywords',
  'ttl-days',
  'author',
  'derived-from',
  'merged-from',
] as const;
/** Keys of the specification beside name and description. */
const TOP_ORDER = ['license', 'compatibility', 'allowed-tools'] as const;

/** The front matter keys that a request sets, by the names that they have in a file. */
export function requestedKeys(request: ProposalRequest): Map<string, KeyValue> {
  const { description, displayName, skillType, repoName, tags, ttlDays } = request;
  const keys = new Map<string, KeyValue>();
  if (description !== undefined) keys.set('description', oneMark(description));
  if (displayName !== undefined) keys.set('display-name', oneMark(displayName));
  if (skillType !== undefined) keys.set('skill-type', skillType);
  // For every repository: as good as no key.
  if (repoName !== undefined) keys.set('repo', repoName.toLowerCase() === GLOBAL_REPO ? undefined : repoName);
  if (tags !== undefined) keys.set('tags', tags);
  if (ttlDays !== undefined) keys.set('ttl-days', String(ttlDays));
  return keys;
}

/** Front matter of a new skill: the specification's keys, and ours as texts in `metadata`, in a fixed order. */
export function newFrontMatter(
  name: string,
  values: ReadonlyMap<string, KeyValue>,
): readonly (readonly [string, Json])[] {
  const metadata = entries(ORDER, values);
  return [
    ['name', name],
    ['description', asText(values.get('description') ?? '')],
    ...entries(TOP_ORDER, values),
    ...(metadata.length === 0 ? [] : [['metadata', Object.fromEntries(metadata)] as const]),
  ];
}

function entries(
  keys: readonly string[],
  values: ReadonlyMap<string, KeyValue>,
): (readonly [string, Json])[] {
  return keys.flatMap((key) => {
    const value = values.get(key);
    return value === undefined || value.length === 0 ? [] : [[key, asText(value)] as const];
  });
}

/** A list as text with commas; as a list where an item has a comma itself. */
function asText(value: string | readonly string[]): string | readonly string[] {
  if (typeof value === 'string') return value;
  return value.some((one) => one.includes(',')) ? value : value.join(', ');
}

/** `author` of a request without the address, which is for the commit. */
export function authorName({ author }: ProposalRequest): string | undefined {
  const name = author?.replace(/\s*<[^<>]*>$/u, '').trim();
  return name === '' ? undefined : name;
}

/** The declared version and the next one, where it is a whole number. */
export function wholeVersion({ version }: SkillMetadata): { current: number; next: number } | null {
  if (version === undefined || !/^[1-9]\d{0,8}$/u.test(version)) return null;
  return { current: Number(version), next: Number(version) + 1 };
}
