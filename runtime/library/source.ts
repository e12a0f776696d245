/** Whose skills they are; what is nearer to the work wins. */
export const SCOPES = ['project', 'user', 'shared'] as const;
export type Scope = (typeof SCOPES)[number];

/** One of several places that skills come from. */
export interface LibrarySource {
  /** Names it in results and in front of paths: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  /** Absolute path of an index, of a folder of skills or of a skills repository; or an http(s) address of an index. */
  readonly index: string;
  readonly scope: Scope;
  /** First segment of all its URIs. */
  readonly prefix?: string;
  /**
   * Globs on the path of a skill or of a folder that it is in (with and without `skills/` before it), or on its name; one
   * without a slash also on any segment of the path. Absent: all are taken.
   */
  readonly allow?: readonly string[];
  /** The same: these are left out, whatever `allow` says. */
  readonly block?: readonly string[];
  /** `sha256:` and 64 hex digits of the bytes of its index.json, or its `$digest`; with any other it is refused. */
  readonly digest?: string;
  /** What lies there; absent: it is looked at. That skills of a host are not there is no fault. */
  readonly kind?: 'index' | 'host';
}

/** Sources in the order of their precedence: by scope, then as they were given. */
export function byPrecedence<Source extends Pick<LibrarySource, 'scope'>>(
  sources: readonly Source[],
): Source[] {
  return SCOPES.flatMap((scope) => sources.filter((source) => source.scope === scope));
}

/** True for an http(s) address. */
export function isHttpUrl(index: string): boolean {
  return /^https?:\/\//i.test(index);
}

/** What is left of any text that can stand in names of sources. */
function asName(text: string): string {
  const plain = text.normalize('NFKD').replace(/[^A-Za-z0-9._-]+/g, '-');
  return plain.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '').slice(0, 40);
}

/** A name for a source that has none: the host of an address, the folder of a path; of `x/dist` it is `x`. */
export function nameOfSource(index: string): string {
  if (isHttpUrl(index)) return asName(URL.canParse(index) ? new URL(index).hostname : '') || 'index';
  const parts = index.split(/[\\/]+/).filter((part) => part !== '');
  if (parts.at(-1)?.endsWith('.json')) parts.pop();
  if (parts.length > 1 && parts.at(-1) === 'dist') parts.pop();
  return asName(parts.at(-1) ?? '') || 'index';
}

/** Gives each source a name of its own: the second `x` is `x-2`. Names are compared without case. */
export function withOwnNames<Source extends Pick<LibrarySource, 'name'>>(
  sources: readonly Source[],
): Source[] {
  const taken = new Set<string>();
  return sources.map((source) => {
    let name = source.name;
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${source.name}-${n}`;
    taken.add(name.toLowerCase());
    return name === source.name ? source : { ...source, name };
  });
}
