import { isObject } from '../../../schema/skill/metadata.js';
import type { ProposalRequest } from '../types.js';
import type { KeyValue } from './front-matter.js';
import type { OpenSkill } from './open-skill.js';
import { authorName, requestedKeys, wholeVersion } from './skill-keys.js';

/** Lists that are put together. */
const UNITED = ['tags', 'triggers', 'keywords'] as const;
/** Keys that a new skill gets where all sources say the same. */
const SHARED_TOP = ['license', 'compatibility', 'allowed-tools'] as const;
const SHARED = [
  ['skill-type', 'type'],
  ['repo', 'repo'],
  ['domain', 'domain'],
  ['kind', 'kind'],
] as const;

/**
 * Front matter keys of a merged skill. `from` is how the others are named; a target keeps its own keys and takes the
 * others' lists, a new skill takes what all sources share. Notes name what they differ in.
 */
export function mergedKeys(
  request: ProposalRequest,
  opened: readonly OpenSkill[],
  from: readonly string[],
  hasTarget: boolean,
): { readonly values: ReadonlyMap<string, KeyValue>; readonly notes: readonly string[] } {
  const values = new Map<string, KeyValue>();
  const shared = hasTarget ? { values: [], notes: [] } : sharedKeys(opened);
  for (const [key, value] of shared.values) values.set(key, value);
  const requested = requestedKeys(request);
  for (const [key, value] of requested) values.set(key, value);
  for (const key of UNITED) {
    const more = key === 'tags' ? (request.tags ?? []) : [];
    const items = [...opened.flatMap(({ reading }) => reading.metadata[key] ?? []), ...more];
    if (items.length > 0) values.set(key, [...new Set(items)]);
  }
  const author = hasTarget ? undefined : authorName(request);
  if (author !== undefined) values.set('author', author);
  const { mergedFrom = [] } = hasTarget ? opened[0]!.reading.metadata : {};
  values.set('merged-from', [...new Set([...mergedFrom, ...from])]);
  const version = hasTarget ? wholeVersion(opened[0]!.reading.metadata) : null;
  if (version !== null) values.set('version', String(version.next));
  return { values, notes: shared.notes.filter((note) => !requested.has(note.key)).map(({ text }) => text) };
}

interface Shared {
  readonly values: readonly (readonly [string, string])[];
  readonly notes: readonly { readonly key: string; readonly text: string }[];
}

/** What all sources say alike, and a note for each key in which they differ. */
function sharedKeys(opened: readonly OpenSkill[]): Shared {
  const found: (readonly [string, readonly (string | undefined)[]])[] = [
    ...SHARED_TOP.map(
      (key) => [key, opened.map(({ document }) => textOf(document.frontmatter[key]))] as const,
    ),
    ...SHARED.map(([key, name]) => [key, opened.map(({ reading }) => reading.metadata[name])] as const),
  ];
  const values: (readonly [string, string])[] = [];
  const notes: { key: string; text: string }[] = [];
  for (const [key, all] of found) {
    const first = all[0];
    if (all.some((one) => one !== first))
      notes.push({ key, text: `${key} is left out, since the sources differ in it.` });
    else if (first !== undefined) values.push([key, first]);
  }
  if (opened.some(({ reading }) => isObject(reading.metadata.requires as never)))
    notes.push({ key: 'requires', text: 'requires is left out; write it by hand.' });
  return { values, notes };
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value).trim();
}
