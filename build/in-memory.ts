import { join } from 'node:path';
import { digestOf } from '../runtime/files/digest.js';
import type { ArtifactFiles } from '../runtime/files/files.js';
import type { BuildHook } from '../runtime/library/folder-source.js';
import { SkillgraftError } from '../schema/errors.js';
import { INDEX_FILE } from '../schema/format.js';
import { buildIndex } from './build-index.js';

/**
 * Builds an index in memory, for a reader who has none: with the packaged model, whatever the folder's settings say, so
 * that what was never looked at downloads nothing.
 *
 * @throws SkillgraftError where it could not be built
 */
export const buildInMemory: BuildHook = async (folder, from): Promise<ArtifactFiles> => {
  const result = await buildIndex({ repo: folder, embedder: 'static', alone: from === 'files' });
  try {
    const files = new Map<string, Uint8Array>();
    for (const [path, file] of result.files) files.set(path, await file.read());
    files.set(INDEX_FILE, result.index);
    return {
      // As if the index lay in the folder: a repository is looked for around it.
      location: join(folder, INDEX_FILE),
      builtFrom: folder,
      async read(path) {
        const bytes = files.get(path);
        if (bytes !== undefined) return bytes;
        const message = `The index of ${folder} has no file ${path}.`;
        throw new SkillgraftError('artifact-file-missing', message, 'This is a fault of skillgraft itself.');
      },
      readPrevious: async () => null,
      digest: digestOf,
    };
  } finally {
    await result.close();
  }
};
