import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { INDEX_FILE } from '../../schema/format.js';
import { LATEST_FILE } from '../../schema/latest.js';
import type { OpenOptions } from '../types.js';
import { diskSource } from './disk-source.js';
import type { BuildHook } from './folder-source.js';
import { isHttpUrl, type LibrarySource } from './source.js';
import type { LiveSource } from './source-state.js';
import type { WebSettings } from './web-source.js';

/** What sources are opened with. */
export interface SourceTools {
  readonly options: OpenOptions;
  readonly web: WebSettings;
  /** Absent: folders without an index are not built. */
  readonly build?: BuildHook;
}

/**
 * Opens a source by what it is: an address, an index or a published folder, a repository with an index in `dist`, else
 * skills to be built.
 */
export async function openSource(
  source: LibrarySource,
  { options, web, build }: SourceTools,
): Promise<LiveSource> {
  const { index: path, kind } = source;
  if (isHttpUrl(path)) return (await import('./web-source.js')).webSource(source, options, web);
  if (kind === 'index' || path.startsWith('branch:')) return diskSource(source, options);
  const built = join(path, 'dist');
  for (const file of [INDEX_FILE, LATEST_FILE])
    if (await isFile(join(path, file))) return diskSource(source, options);
  if (await isFile(join(built, INDEX_FILE))) return diskSource({ ...source, index: built }, options);
  if (build === undefined || !(kind === 'host' || (await holdsSkills(path))))
    return diskSource(source, options);
  return (await import('./folder-source.js')).folderSource(source, options, build);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

/** Folders that are looked into for a first SKILL.md. */
const MOST_FOLDERS = 10_000;

/** True for a repository, and for a folder with a SKILL.md somewhere in it. */
async function holdsSkills(path: string): Promise<boolean> {
  const queue = [path];
  for (let looked = 0; queue.length > 0 && looked < MOST_FOLDERS; looked += 1) {
    const folder = queue.shift()!;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    if (looked === 0 && entries.some(({ name }) => name === '.git')) return true;
    if (entries.some(({ name }) => name === 'SKILL.md')) return true;
    for (const entry of entries)
      if (entry.isDirectory() && entry.name !== 'node_modules') queue.push(join(folder, entry.name));
  }
  return false;
}
