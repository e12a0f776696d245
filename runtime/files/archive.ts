import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { SkillgraftError } from '../../schema/errors.js';
import { digestOf } from './digest.js';
import type { ArtifactFiles } from './files.js';
import { readTar } from './tar.js';

/** Bytes that an archive may have when it is unpacked. */
const LARGEST = 1024 * 1024 * 1024;

/**
 * Files of an artifact that is one gzipped tar archive; it is unpacked in memory, so that all of them are of one state.
 *
 * @param read reads the archive's bytes
 * @throws SkillgraftError `artifact-broken`, and what `read` throws
 */
export async function archiveFiles(
  location: string,
  read: () => Promise<Uint8Array>,
): Promise<ArtifactFiles> {
  const packed = await read();
  const files = await promisify(gunzip)(packed, { maxOutputLength: LARGEST })
    .then(readTar)
    .catch((error: unknown) => {
      const message = `${location} is no archive of an index, or not a whole one.`;
      throw new SkillgraftError('artifact-broken', message, 'Get it again.', { cause: error });
    });
  return {
    location,
    async read(name) {
      const bytes = files.get(name);
      if (bytes !== undefined) return bytes;
      const message = `${location} has no file ${name}.`;
      throw new SkillgraftError('artifact-file-missing', message, 'Name an archive that `publish` made.');
    },
    readPrevious: async () => null,
    digest: digestOf,
  };
}
