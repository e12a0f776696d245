import { sha256 } from '../../schema/codec.js';
import { INDEX_FILE } from '../../schema/format.js';
import type { ArtifactFiles } from '../files/files.js';
import { loadArtifact } from '../load.js';
import { SkillIndex } from '../skill-index.js';
import type { OpenOptions } from '../types.js';
import type { EdgeSource } from './source.js';

/**
 * Opens an artifact with all that searches need, so that a later request waits for nothing that another one has begun:
 * what a request awaits may end with that request. Skills' own files are read when they are asked for.
 *
 * @param onMismatch is told when a skill's file is not the one of the index, which may have been replaced
 * @throws SkillgraftError `artifact-…`, `embedder-broken`
 */
export async function openSource(
  source: EdgeSource,
  bytes: Uint8Array,
  options: OpenOptions,
  onMismatch: () => void,
): Promise<SkillIndex> {
  const files: ArtifactFiles = {
    location: source.location,
    read: async (path) => (path === INDEX_FILE ? bytes : source.file(path)),
    // Asked for where a file is gone or another one; no earlier bytes of it are kept.
    async readPrevious() {
      onMismatch();
      return null;
    },
    digest: sha256,
  };
  const index = await SkillIndex.create(await loadArtifact(files), files, options);
  await index.meaning();
  return index;
}
