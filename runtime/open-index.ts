import { SkillgraftError } from '../schema/errors.js';
import type { Artifact } from '../schema/index.types.js';
import { checkOpenOptions } from './embed/check-embedder.js';
import type { ArtifactFiles } from './files/files.js';
import { fromObject, type LoadedArtifact, loadArtifact } from './load.js';
import { SkillIndex } from './skill-index.js';
import type { OpenOptions } from './types.js';

/**
 * Opens an artifact, read-only: its folder or index.json on disk, a `file:` or `http(s):` URL, or the object itself.
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
  return openFiles(await filesAt(source), options);
}

/**
 * Opens an artifact whose files come from wherever.
 *
 * @throws SkillgraftError `artifact-…`
 */
export async function openFiles(files: ArtifactFiles, options: OpenOptions): Promise<SkillIndex> {
  const loaded: LoadedArtifact = await loadArtifact(files);
  return SkillIndex.create(loaded, files, options);
}

async function filesAt(source: string | URL): Promise<ArtifactFiles> {
  const url = toUrl(source);
  if (url === null || url.protocol === 'file:') {
    const { fsFiles } = await import('./files/fs.js');
    if (url === null) return fsFiles(String(source));
    const { fileURLToPath } = await import('node:url');
    try {
      return fsFiles(fileURLToPath(url));
    } catch (error) {
      throw badLocation(url.href, error);
    }
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw badLocation(url.href);
  }
  const { httpFiles } = await import('./files/http.js');
  return httpFiles(url);
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
