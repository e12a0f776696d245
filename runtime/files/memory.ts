import { sha256 } from '../../schema/codec.js';
import { SkillgraftError } from '../../schema/errors.js';
import type { ArtifactFiles } from './files.js';

/** Files of an artifact that is held in memory, by path. */
export function memoryFiles(files: ReadonlyMap<string, Uint8Array>): ArtifactFiles {
  return {
    location: 'The object given',
    async read(name) {
      const bytes = files.get(name);
      if (bytes !== undefined) return bytes;
      throw new SkillgraftError(
        'artifact-file-missing',
        `The index in memory has no file ${name}.`,
        'Give its files too.',
      );
    },
    readPrevious: async () => null,
    digest: sha256,
  };
}
