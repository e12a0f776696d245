import { SkillgraftError } from '../../schema/errors.js';
import { INDEX_FILE, splitDigest } from '../../schema/format.js';
import { digestOf } from './digest.js';
import type { ArtifactFiles } from './files.js';

/** The files, but of an index whose index.json has another digest, none; see `checkPin`. */
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

/**
 * @param digest that of all bytes, or the one that the index states of itself (`$digest`) and keeps to
 * @throws SkillgraftError `artifact-not-pinned`
 */
export function checkPin(bytes: Uint8Array, digest: string, location: string): void {
  const there = digestOf(bytes);
  if (there === digest) return;
  const stated = splitDigest(bytes);
  if (stated?.digest === digest && digestOf(stated.covered) === digest) return;
  throw new SkillgraftError(
    'artifact-not-pinned',
    `${location} is not the index that is wanted: its digest is ${there}, not ${digest}.`,
    'Where this is the one to use, give its digest in the settings.',
  );
}
