import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { nodeWriteFs, type WriteFs } from './write-fs.js';

/**
 * Replaces a file at once by one that was written beside it: where that fails, it stays as it was.
 *
 * @param mode permissions of the new one; absent: the usual ones
 * @throws the system's error
 */
export async function replaceFile(
  file: string,
  bytes: Uint8Array,
  mode?: number,
  fs: WriteFs = nodeWriteFs,
): Promise<void> {
  const beside = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await fs.writeFile(beside, bytes, true);
    if (mode !== undefined) await chmod(beside, mode);
    await fs.rename(beside, file);
  } catch (error) {
    await fs.removeFile(beside);
    throw error;
  }
}
