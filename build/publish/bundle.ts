import { compareText } from '../../schema/diagnostic.js';
import { INDEX_FILE } from '../../schema/format.js';
import type { ArtifactFile, ArtifactFileMap } from '../types.js';
import { DISCOVERY_FOLDER, type Discovery, discoveryIndex } from './discovery.js';
import { inMemory } from './open-publishable.js';
import type { Publishable } from './types.js';

/** Name of the file with the digests of all others, as `sha256sum --check` reads it. */
export const SUMS_FILE = 'SHA256SUMS';

/** All that is published of one index: the artifact, what discovery needs, the checksums of both. Sorted, the index last. */
export function bundleOf(
  { files }: Publishable,
  discovery: Discovery,
  more: ReadonlyMap<string, string> = new Map(),
): ArtifactFileMap {
  const all = new Map<string, ArtifactFile>(files);
  all.set(`${DISCOVERY_FOLDER}/${INDEX_FILE}`, inMemory(discoveryIndex(discovery.entries)));
  for (const [path, file] of discovery.files) all.set(`${DISCOVERY_FOLDER}/${path}`, file);
  for (const [path, text] of more) all.set(path, inMemory(Buffer.from(text)));
  all.set(SUMS_FILE, inMemory(Buffer.from(checksums(all))));
  const isIndex = (path: string): number => Number(path === INDEX_FILE);
  return new Map([...all].sort(([a], [b]) => isIndex(a) - isIndex(b) || compareText(a, b)));
}

/** A line a file: digest, two blanks, path; a backslash before it where the path has one, or a line feed. */
export function checksums(files: ReadonlyMap<string, Pick<ArtifactFile, 'digest'>>): string {
  const lines = [...files].map(([path, { digest }]) => {
    const escaped = path.replace(/[\\\n\r]/g, (one) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r' })[one]!);
    return `${escaped === path ? '' : '\\'}${digest.slice('sha256:'.length)}  ${escaped}\n`;
  });
  return lines.sort((a, b) => compareText(a.slice(64), b.slice(64))).join('');
}

/** The paths in a file of checksums; what is no such line names none. */
export function summedPaths(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, mark, path] = /^(\\?)[0-9a-f]{64} {2}(.+)$/.exec(line) ?? [];
    if (path === undefined) return [];
    if (mark === '') return [path];
    return [path.replace(/\\([\\nr])/g, (_, one: string) => ({ '\\': '\\', n: '\n', r: '\r' })[one]!)];
  });
}
