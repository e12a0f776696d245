import { resourceUri } from '../../../schema/format.js';

/** Longer ones name nothing: the file systems that repositories lie on end before. */
export const LONGEST_URI = 8_192;

/**
 * What a `skill://` URI names, decoded and in NFC, however it is percent-encoded: `a/b/SKILL.md`. A fragment is ignored,
 * a slash at the end is cut. Null for what is no such URI, has a query, or encodes a slash.
 */
export function pathOfUri(uri: string): string | null {
  if (uri.length > LONGEST_URI) return null;
  const url = URL.canParse(uri) ? new URL(uri) : null;
  if (url === null || !url.href.startsWith(SCHEME) || url.href.includes('?')) return null;
  url.hash = '';
  const path = url.href.slice(SCHEME.length).replace(/\/$/, '');
  return /%2f|%00/i.test(path) ? null : (decoded(path)?.normalize('NFC') ?? null);
}

const SCHEME = 'skill://';

/** The same for a URI of the index, which a build made; one that it did not stays as it is, and matches nothing. */
export function pathOfEntry(uri: string): string {
  const path = uri.slice(SCHEME.length);
  return (decoded(path) ?? path).normalize('NFC');
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Folder of a path, `a/b` of `a/b/SKILL.md`; empty at the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** URI of a folder, without a slash at the end. */
export function folderUri(path: string): string {
  return resourceUri(`${SCHEME}SKILL.md`, path);
}
