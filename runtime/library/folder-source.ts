import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compareText } from '../../schema/diagnostic.js';
import type { Artifact } from '../../schema/index.types.js';
import type { ArtifactFiles } from '../files/files.js';
import { defaultRef, openRepository } from '../git/open.js';
import { openFiles } from '../open-index.js';
import type { Notice, OpenOptions } from '../types.js';
import type { LibrarySource } from './source.js';
import { asProblem, type LiveSource, LOOK_EVERY, type SourceState } from './source-state.js';

/**
 * Builds an index in memory: of the commit that a repository has checked out, or of a folder's files as they lie on disk.
 * Builds are made elsewhere: `cli.ts` hands this in.
 */
export type BuildHook = (folder: string, from: 'commit' | 'files') => Promise<ArtifactFiles>;

/** What is built of a folder, and how it looks. */
interface Place {
  readonly from: 'commit' | 'files';
  /** Changes when what is built would; null: there is no such folder. */
  stamp(): Promise<string | null>;
}

/** A folder of skills, or a repository without an index: built when it is first needed, and again when it has changed. */
export function folderSource(source: LibrarySource, options: OpenOptions, build: BuildHook): LiveSource {
  const { index: folder, kind } = source;
  const optional = kind === 'host';
  let state: SourceState = { index: null, problem: null };
  let seen: string | null | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  const refresh = async (): Promise<void> => {
    try {
      const place = await placeOf(folder, optional);
      const stamp = await place.stamp();
      if (stamp === seen) return;
      seen = stamp;
      if (stamp === null) {
        state = { index: null, problem: null };
        return;
      }
      const repo = place.from === 'commit' ? { repo: folder } : {};
      state = {
        index: await openFiles(await build(folder, place.from), { ...options, ...repo }, failedNotices),
        problem: null,
      };
    } catch (error) {
      state = { index: state.index, problem: asProblem(error) };
    } finally {
      lookedAt = performance.now();
      looking = null;
    }
  };
  return {
    async look() {
      if (performance.now() >= lookedAt + LOOK_EVERY) looking ??= refresh();
      if (seen === undefined) await looking;
      return state;
    },
  };
}

/** Paths that are named. */
const MOST_NAMED = 5;

/** Nobody saw a report of such a build: what it could not take is said by its reader. */
function failedNotices({ failed }: Artifact): Notice[] {
  if (failed.length === 0) return [];
  const named = failed.slice(0, MOST_NAMED).map(({ path, codes }) => `${path} (${codes.join(', ')})`);
  const more = failed.length > MOST_NAMED ? ` and ${failed.length - MOST_NAMED} more` : '';
  const message = `Left out, as it cannot be read as a skill: ${named.join(', ')}${more}. \`skillgraft check\` names the lines to mend.`;
  return [{ code: 'skills-failed', message }];
}

/** A repository's top folder is built as its commit, as a build does; any other one, and a host's, as it lies there. */
async function placeOf(folder: string, optional: boolean): Promise<Place> {
  const isTop = !optional && (await lstat(join(folder, '.git')).catch(() => null)) !== null;
  if (!isTop) return { from: 'files', stamp: () => filesStamp(folder, optional) };
  return {
    from: 'commit',
    async stamp() {
      const repository = await openRepository(folder);
      try {
        return (await defaultRef(repository)).commit;
      } finally {
        await repository.close();
      }
    },
  };
}

/** A digest of the names, sizes and times of all files that a build reads. */
async function filesStamp(folder: string, optional: boolean): Promise<string | null> {
  const there = await lstat(folder).catch(() => null);
  if (there === null && optional) return null;
  const hash = createHash('sha256');
  await addFolder(hash, folder, '');
  return hash.digest('hex');
}

/** Never read as skills; see the build's own walk. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules']);

async function addFolder(hash: ReturnType<typeof createHash>, root: string, prefix: string): Promise<void> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch(() => []);
  entries.sort((a, b) => compareText(a.name, b.name));
  for (const entry of entries) {
    if (LEFT_OUT.has(entry.name)) continue;
    const path = `${prefix}${entry.name}`;
    if (entry.isDirectory()) {
      await addFolder(hash, root, `${path}/`);
      continue;
    }
    const stats = await lstat(join(root, path), { bigint: true }).catch(() => null);
    hash.update(`${path}\0${stats?.size} ${stats?.mtimeNs} ${stats?.ctimeNs} ${stats?.ino}\n`);
  }
}
