import type { FileChange } from '../runtime/propose/types.js';
import type { SkillIndex } from '../runtime/skill-index.js';
import type { OpenOptions } from '../runtime/types.js';
import { buildIndex } from './build-index.js';
import { openBuilt } from './open-built.js';
import type { BuildOptions } from './options.js';

/**
 * Opens indexes, in memory, of a commit's skills with some changes: what searches would answer if these were merged.
 *
 * @param options which commit; the settings are the commit's
 * @param open how the index is opened: give what the served one was opened with, so that answers can be compared
 */
export function rankWith(
  options: Pick<BuildOptions, 'repo' | 'ref' | 'embedder' | 'transformers' | 'reader'>,
  open: Omit<OpenOptions, 'files'> = {},
): (changes: readonly FileChange[]) => Promise<SkillIndex> {
  return async (changes) => {
    const built = await buildIndex({ ...options, changes });
    try {
      return await openBuilt(built, open);
    } finally {
      await built.close();
    }
  };
}
