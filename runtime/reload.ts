import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SkillgraftError } from '../schema/errors.js';
import { fsFiles } from './files/fs.js';
import { listenersOf } from './listeners.js';
import { openAt, openIndex } from './open-index.js';
import type { SkillIndex } from './skill-index.js';
import type { LiveLibrary } from './skill-library.js';
import type { OpenOptions } from './types.js';

/** Keeps an index on disk open and up to date. */
export interface LiveIndex extends LiveLibrary {
  current(): Promise<SkillIndex>;
}

/** How the index looks on disk: its file, and the folder that the files which it names lie in. */
interface Stamps {
  readonly file: string;
  readonly folder: string;
}

/**
 * Opens the index at `path` and watches its file, or the ref of its branch, by stat at each use; one at an http(s)
 * address is opened once. `onReload` hears of each change that was taken (null) or refused (the reason); it may be called at any use. A changed
 * index whose vectors cannot be read is refused; the first one is not, as there is no other to go on with.
 *
 * @param digest that the index on disk has to have
 * @throws SkillgraftError where the first load fails
 */
export async function openLive(
  path: string,
  options: OpenOptions,
  onReload: (refused: SkillgraftError | null) => void,
  digest?: string,
): Promise<LiveIndex> {
  if (/^https?:\/\//i.test(path)) {
    const opened = await openIndex(path, options);
    return { current: async () => opened, subscribe: () => () => undefined };
  }
  const { source, look } = await watch(path, options);
  let seen = look();
  let refused: string | null = null;
  // Looks in a row that did not find the file: the second one tells of it.
  let missed = 0;
  const open = async (): Promise<SkillIndex> => openAt(source, options, digest);
  let index = await open();
  let loading: Promise<void> | null = null;
  const reload = async (now: Stamps): Promise<void> => {
    try {
      const opened = await open();
      await opened.checkVectors();
      const change = { before: index, after: opened };
      index = opened;
      refused = null;
      onReload(null);
      listeners.tell(change);
    } catch (error) {
      if (!(error instanceof SkillgraftError)) throw error;
      const isSaid = refused === error.message && now.file === seen.file;
      refused = error.message;
      if (!isSaid) onReload(error);
    } finally {
      seen = now;
      missed = 0;
      loading = null;
    }
  };
  // A file that is gone for a moment is being replaced: what is loaded goes on. What a refused one lacked may come later.
  const isNew = ({ file, folder }: Stamps): boolean =>
    file !== '' && (missed > 1 || file !== seen.file || (refused !== null && folder !== seen.folder));
  const current = async (): Promise<SkillIndex> => {
    // What is being loaded may be older than this call: only what stands now answers it.
    await loading;
    const now = look();
    if (now.file !== '') missed = missed > 1 ? missed : 0;
    else if (++missed === 2) onReload(indexGone(source));
    if (isNew(now)) loading ??= reload(now);
    await loading;
    return index;
  };
  const listeners = listenersOf(current);
  return { current, subscribe: listeners.subscribe };
}

function indexGone(file: string): SkillgraftError {
  return new SkillgraftError(
    'index-gone',
    `There is no file ${file} any more. Searches go on with the last good one; texts that lay beside it may be gone, too.`,
    'Put the folder of the index back, or build it again: it is taken up by itself.',
  );
}

/** What to open, and how to see that it changed. */
async function watch(path: string, { repo = '.' }: OpenOptions): Promise<{ source: string; look(): Stamps }> {
  if (path.startsWith('branch:')) {
    const { branchPlaces } = await import('./files/branch.js');
    const places = await branchPlaces(path.slice('branch:'.length), repo);
    return { source: path, look: () => ({ file: places.map(stampOf).join(), folder: '' }) };
  }
  const { indexFile } = fsFiles(path.startsWith('file://') ? fileURLToPath(path) : path);
  const look = (): Stamps => ({ file: stampOf(indexFile), folder: stampOf(dirname(indexFile)) });
  return { source: indexFile, look };
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
