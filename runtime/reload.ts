import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SkillgraftError } from '../schema/errors.js';
import { fsFiles } from './files/fs.js';
import { openIndex } from './open-index.js';
import type { SkillIndex } from './skill-index.js';
import type { OpenOptions } from './types.js';

/** Keeps an index on disk open and up to date. */
export interface LiveIndex {
  /** The newest good index: a changed artifact is loaded first; a bad one is refused and the last good one goes on. */
  current(): Promise<SkillIndex>;
}

/**
 * Opens the index at `path` and watches its file by stat at each use; one at an http(s) address is opened once.
 * `onReload` hears of each change that was taken (null) or refused (the reason); it may be called at any use.
 *
 * @throws SkillgraftError where the first load fails
 */
export async function openLive(
  path: string,
  options: OpenOptions,
  onReload: (refused: SkillgraftError | null) => void,
): Promise<LiveIndex> {
  if (/^https?:\/\//i.test(path)) {
    const opened = await openIndex(path, options);
    return { current: async () => opened };
  }
  const { indexFile } = fsFiles(path.startsWith('file://') ? fileURLToPath(path) : path);
  let seen = stampOf(indexFile);
  let index = await openIndex(indexFile, options);
  let loading: Promise<void> | null = null;
  const reload = async (stamp: string): Promise<void> => {
    try {
      index = await openIndex(indexFile, options);
      onReload(null);
    } catch (error) {
      if (!(error instanceof SkillgraftError)) throw error;
      onReload(error);
    } finally {
      seen = stamp;
      loading = null;
    }
  };
  return {
    async current() {
      // What is being loaded may be older than this call: only what stands now answers it.
      await loading;
      const stamp = stampOf(indexFile);
      // A file that is gone for a moment is being replaced: what is loaded goes on.
      if (stamp !== seen && stamp !== '') loading ??= reload(stamp);
      await loading;
      return index;
    },
  };
}

/** Changes with every write: a build replaces the file, so that its inode changes too. Empty: it cannot be read now. */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return '';
  }
}
