import { SkillgraftError } from '../schema/errors.js';

/** What a file is to a reader whose index was replaced, with its files, after it was taken. */
const REPLACED: ReadonlySet<string> = new Set(['file-changed', 'artifact-file-missing']);

/**
 * Reads once more where a file is not the one of its index: a build may have replaced both meanwhile. A build replaces the
 * index before it lets go of the old files, so that whoever asks for the newest library again has the one that fits.
 *
 * @param read asks for the library itself
 */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SkillgraftError) || !REPLACED.has(error.code)) throw error;
    return read();
  }
}
