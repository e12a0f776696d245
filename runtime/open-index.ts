import { SkillgraftError } from '../schema/errors.js';
import { INDEX_FILE } from '../schema/format.js';
import type { Artifact } from '../schema/index.types.js';
import { checkOpenOptions } from './embed/check-embedder.js';
import type { ArtifactFiles } from './files/files.js';
import { isArchive } from './files/web-address.js';
import { fromObject, type LoadedArtifact, loadArtifact } from './load.js';
import { SkillIndex } from './skill-index.js';
import type { Notice, OpenOptions } from './types.js';

/**
 * Opens an artifact, read-only: its folder or index.json on disk, a `file:` or `http(s):` URL, or the object itself. Also
 * what `publish` makes: a folder with latest.json, a `.tar.gz`, or `branch:NAME` of the repository `options.repo` (else
 * of the one around the working folder).
 *
 * @throws SkillgraftError `artifact-file-missing`, `artifact-broken`, `artifact-version`, `artifact-analyzer`, `artifact-location`,
 * `artifact-unreachable`, `artifact-unreadable`, `bad-option`
 */
export async function openIndex(
  source: string | URL | Artifact,
  options: OpenOptions = {},
): Promise<SkillIndex> {
  checkOpenOptions(options);
  if (typeof source === 'object' && !(source instanceof URL)) {
    const { memoryFiles } = await import('./files/memory.js');
    const files = memoryFiles(options.files ?? new Map());
    return SkillIndex.create(await fromObject(source, files), files, options);
  }
  return openAt(source, options);
}

/**
 * Opens the artifact at a location.
 *
 * @param digest that its index.json has to have; any where absent
 * @throws SkillgraftError as `openIndex`, and `artifact-not-pinned`
 */
export async function openAt(
  source: string | URL,
  options: OpenOptions,
  digest?: string,
): Promise<SkillIndex> {
  const branch = branchOf(source);
  // Older versions are read from the repository that the branch is in.
  const repo = branch === null ? options.repo : (options.repo ?? '.');
  const files = await filesAt(source, repo);
  const pinned =
    digest === undefined ? files : (await import('./files/pinned.js')).pinnedFiles(files, digest);
  return openFiles(pinned, repo === undefined ? options : { ...options, repo });
}

/**
 * Opens an artifact whose files come from wherever.
 *
 * @param notices says what its reader has to hear of it
 * @throws SkillgraftError `artifact-…`
 */
export async function openFiles(
  files: ArtifactFiles,
  options: OpenOptions,
  notices?: (artifact: Artifact) => readonly Notice[],
): Promise<SkillIndex> {
  const loaded: LoadedArtifact = await loadArtifact(files);
  return SkillIndex.create(loaded, files, options, notices?.(loaded.artifact));
}

/**
 * The files of the artifact at a location.
 *
 * @param repo folder of the repository that a branch is looked for in
 * @throws SkillgraftError `artifact-location`, and for an archive or a branch what reading it throws
 */
export async function filesAt(source: string | URL, repo = '.'): Promise<ArtifactFiles> {
  const branch = branchOf(source);
  if (branch !== null) return (await import('./files/branch.js')).branchFiles(branch, repo);
  const url = toUrl(source);
  if (url === null || url.protocol === 'file:') {
    return diskFiles(url === null ? String(source) : await pathOf(url));
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw badLocation(url.href);
  }
  const { fetchBytes, httpFiles } = await import('./files/http.js');
  if (!isArchive(url.pathname)) return httpFiles(url);
  return (await import('./files/archive.js')).archiveFiles(url.href, () => fetchBytes(url));
}

/** The branch of a location such as `branch:skills-index`; null for any other. */
function branchOf(source: string | URL): string | null {
  return typeof source === 'string' ? (/^branch:(.+)$/.exec(source)?.[1] ?? null) : null;
}

async function diskFiles(path: string): Promise<ArtifactFiles> {
  const { fsFiles } = await import('./files/fs.js');
  const files = fsFiles(path);
  if (!isArchive(path)) return files;
  return (await import('./files/archive.js')).archiveFiles(files.location, () => files.read(INDEX_FILE));
}

async function pathOf(url: URL): Promise<string> {
  const { fileURLToPath } = await import('node:url');
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw badLocation(url.href, error);
  }
}

/** A Windows path such as `C:\x` is no URL. */
function toUrl(source: string | URL): URL | null {
  if (source instanceof URL) return source;
  if (!/^[a-z][a-z+.-]+:\/\//i.test(source)) return null;
  try {
    return new URL(source);
  } catch (error) {
    throw badLocation(source, error);
  }
}

function badLocation(location: string, cause?: unknown): SkillgraftError {
  const hint = 'Name a folder, a file or an http(s) address.';
  return new SkillgraftError('artifact-location', `Cannot open ${location}.`, hint, { cause });
}
