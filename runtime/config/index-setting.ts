import { isGlob } from '../library/glob.js';
import { type LibrarySource, SCOPES } from '../library/source.js';
import { nearest } from '../nearest.js';

/** An entry of the setting `indexes`: what it leaves open is chosen when it is opened. */
export type IndexSetting = Pick<LibrarySource, 'index' | 'prefix' | 'allow' | 'block' | 'digest'> &
  Partial<Pick<LibrarySource, 'name' | 'scope'>>;

/** What is wrong with an entry; the first is 1. */
export interface IndexProblem {
  readonly entry: number;
  readonly problem: string;
}

/** Words that stand in paths, URIs and notices. */
const WORD = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const WORD_RULE = 'have letters, digits, ".", "_" and "-" only, at most 64, a letter or digit first';

const GLOB_RULE = 'they have *, ** and ? for wildcards, and no [ ], { } or ! at the front';

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isWord = (value: unknown): boolean => typeof value === 'string' && WORD.test(value);
const isGlobs = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isText(one) && isGlob(one));

/** What each key has to be, and how that is said. */
const KEYS: Readonly<Record<keyof IndexSetting, readonly [(value: unknown) => boolean, string]>> = {
  name: [isWord, `must ${WORD_RULE}`],
  index: [isText, 'must be a path or an https address'],
  scope: [(value) => (SCOPES as readonly unknown[]).includes(value), `must be one of ${SCOPES.join(', ')}`],
  prefix: [isWord, `must ${WORD_RULE}`],
  allow: [isGlobs, `must be a list of globs, such as ["git/*"]; ${GLOB_RULE}`],
  block: [isGlobs, `must be a list of globs, such as ["*deprecated*"]; ${GLOB_RULE}`],
  digest: [
    (value) => typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value),
    'must be sha256: and the 64 hex digits of its index.json, or its $digest',
  ],
};

/** Checks the entries of `indexes`; one that is wrong in anything is left out. */
export function checkIndexes(entries: readonly unknown[]): {
  indexes: IndexSetting[];
  problems: IndexProblem[];
} {
  const indexes: IndexSetting[] = [];
  const problems: IndexProblem[] = [];
  const names = new Set<string>();
  entries.forEach((value, i) => {
    const problem = problemOf(value) ?? repeated(value as IndexSetting, names);
    if (problem === null) indexes.push({ ...(value as IndexSetting) });
    else problems.push({ entry: i + 1, problem });
  });
  return { indexes, problems };
}

function problemOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no object';
  const entry = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(entry)) {
    if (Object.hasOwn(KEYS, key)) continue;
    const [near] = nearest(key, Object.keys(KEYS), 1);
    return `it has no key "${key}"${near === undefined ? '' : `, did you mean "${near}"?`}`;
  }
  if (entry.index === undefined) return 'it has no "index"';
  for (const [key, [isIt, rule]] of Object.entries(KEYS))
    if (entry[key] !== undefined && !isIt(entry[key])) return `"${key}" ${rule}`;
  return null;
}

function repeated({ name }: IndexSetting, names: Set<string>): string | null {
  if (name === undefined) return null;
  if (names.has(name.toLowerCase())) return `the name "${name}" is taken`;
  names.add(name.toLowerCase());
  return null;
}
