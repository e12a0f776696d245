import type { Position } from '../diagnostic.js';
import type { MarkdownReading } from '../markdown.js';

/** A link of the body that points into the repository, resolved against the skill's folder. */
export interface ResolvedLink extends Position {
  readonly url: string;
  /** Path from the repository's root, '' for the root itself; null where the link leaves the repository. */
  readonly target: string | null;
  readonly anchor: string | undefined;
  /** True for `#part`: a place in the SKILL.md itself. */
  readonly local: boolean;
}

/** Resolves the relative links of a body; web addresses, absolute paths and placeholders are left out. */
export function resolveLinks(
  markdown: MarkdownReading,
  path: string,
  bodyLine: number,
): readonly ResolvedLink[] {
  const folder = path.split('/').slice(0, -1);
  return markdown.links.flatMap(({ url, line, column }) => {
    if (!isRelative(url)) return [];
    const [before, anchor] = cut(url, '#');
    const file = decode(cut(before, '?')[0]);
    const target = file === '' ? path : join(folder, file);
    return [{ url, target, anchor, local: file === '', line: line + bodyLine - 1, column }];
  });
}

/** A path or an anchor. A bare word (`[text](url)`) and a template (`{id}`, `$X`, `<id>`) are placeholders. */
function isRelative(url: string): boolean {
  if (
    url === '' ||
    url === '#' ||
    /^(?:[a-z][a-z0-9+.-]*:|\/|~)/iu.test(url) ||
    /[{}<>$*\\\s]|\.\.\.|…/u.test(url)
  )
    return false;
  return url.startsWith('#') || /[./]/u.test(url);
}

function cut(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}

/** Percent signs decoded where they are sound, as they stand otherwise. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Joins a POSIX path to a folder's parts; null where it climbs out of the root. */
function join(folder: readonly string[], path: string): string | null {
  const out = [...folder];
  for (const part of path.split('/')) {
    if (part === '..') {
      if (out.length === 0) return null;
      out.pop();
    } else if (part !== '' && part !== '.') out.push(part);
  }
  return out.join('/');
}
