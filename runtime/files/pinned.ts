import { SkillgraftError } from '../../schema/errors.js';
import { INDEX_FILE } from '../../schema/format.js';
import { digestOf } from './digest.js';
import type { ArtifactFiles } from './files.js';

/** The files, but of an index whose index.json has other bytes than those of a digest, none. */
export function pinnedFiles(files: ArtifactFiles, digest: string | undefined): ArtifactFiles {
  if (digest === undefined) return files;
  return {
    ...files,
    async read(name, wanted) {
      const bytes = await files.read(name, wanted);
      if (name === INDEX_FILE) checkPin(bytes, digest, files.location);
      return bytes;
    },
  };
}

/** @throws SkillgraftError `artifact-not-pinned` */
export function checkPin(bytes: Uint8Array, digest: string, location: string): void {
  const there = digestOf(bytes);
  if (there === digest) return;
  throw new SkillgraftError(
    'artifact-not-pinned',
    `${location} is not the index that is wanted: its digest is ${there}, not ${digest}.`,
    'Where this is the one to use, give its digest in the settings.',
  );
}
