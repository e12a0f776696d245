import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '../../runtime/git/process.js';
import type { Repository, TreeEntry } from '../../runtime/git/repository.js';
import { compareText } from '../../schema/diagnostic.js';
import { SkillgraftError } from '../../schema/errors.js';
import { isLossy, type Snapshot, type SnapshotProblem } from './snapshot.js';

const LEFT_OUT = new Set(['.git', 'node_modules']);

interface Loaded {
  readonly entry: TreeEntry;
  readonly data: Uint8Array;
}

interface Walk {
  readonly root: string;
  readonly paths: string[];
  readonly problems: SnapshotProblem[];
}

export interface FolderOptions {
  /** The repository that the folder is in: what its `.gitignore` leaves out is left out (git program only). */
  readonly repo?: Repository;
}

/**
 * The files of a folder as they lie on disk: `.git` and `node_modules` left out, links not followed. A file that
 * cannot be read becomes a problem. All bytes are held, so that the snapshot does not change. Rejects with
 * `folder-not-found` where there is no such folder.
 */
export async function folderSnapshot(dir: string, options: FolderOptions = {}): Promise<Snapshot> {
  const walk: Walk = { root: dir, paths: [], problems: [] };
  await listFolder(walk, options.repo);
  const loaded: Loaded[] = [];
  walk.paths.sort(compareText);
  for (const path of walk.paths) {
    const file = load(walk, path);
    if (file !== null) loaded.push(file);
  }
  // By id, as git has them: a file that is reached through a link stands at another path than its own.
  const contents = new Map(loaded.map(({ entry, data }) => [entry.oid, data]));
  const bytesOf = ({ oid, path }: TreeEntry): Uint8Array => {
    const bytes = contents.get(oid);
    if (bytes === undefined) throw new RangeError(`${path} is no file of the folder`);
    return bytes;
  };
  return {
    kind: options.repo === undefined ? 'folder' : 'work-tree',
    entries: loaded.map(({ entry }) => entry),
    problems: walk.problems.sort((a, b) => compareText(a.path, b.path)),
    read: async (entry) => bytesOf(entry),
    readAll: async (wanted) => wanted.map(bytesOf),
  };
}

async function listFolder(walk: Walk, repo: Repository | undefined): Promise<void> {
  const root = await lstat(walk.root).catch(() => null);
  if (root === null || !(root.isDirectory() || root.isSymbolicLink())) throw folderNotFound(walk.root);
  if (repo?.kind === 'native' && !repo.bare) await listTracked(walk);
  else listAll(walk, '');
}

/** What git would track below the folder: one process, and submodules' own files are left out as git does. */
async function listTracked(walk: Walk): Promise<void> {
  const output = await runGit(walk.root, [
    'ls-files',
    '-c',
    '-o',
    '--exclude-standard',
    '-z',
    '--deduplicate',
  ]);
  for (const path of output.toString('utf8').split('\0')) {
    if (path === '' || path.endsWith('/') || path.split('/').some((name) => LEFT_OUT.has(name))) continue;
    if (isLossy(path)) walk.problems.push({ path, reason: 'name-not-utf8' });
    else walk.paths.push(path);
  }
}

function listAll(walk: Walk, prefix: string): void {
  const names = namesIn(join(walk.root, prefix));
  if (names === null) walk.problems.push({ path: prefix.replace(/\/$/, '') || '.', reason: 'unreadable' });
  for (const name of names ?? []) {
    const path = prefix + name.name;
    if (LEFT_OUT.has(name.name)) continue;
    if (isLossy(name.name)) walk.problems.push({ path, reason: 'name-not-utf8' });
    else if (name.isDirectory()) listAll(walk, `${path}/`);
    else walk.paths.push(path);
  }
}

function namesIn(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
}

/** Without promises, which take longer than the reading of small files. */
function load(walk: Walk, path: string): Loaded | null {
  const file = join(walk.root, path);
  try {
    const stats = lstatSync(file);
    if (stats.isDirectory()) return null;
    if (!stats.isFile() && !stats.isSymbolicLink()) {
      walk.problems.push({ path, reason: 'special-file' });
      return null;
    }
    const data = stats.isFile() ? readFileSync(file) : Buffer.from(readlinkSync(file));
    return { entry: { path, mode: modeOf(stats), oid: blobId(data) }, data };
  } catch (error) {
    // A file that is in the index and not on disk is only deleted, not unreadable.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      walk.problems.push({ path, reason: 'unreadable' });
    return null;
  }
}

function modeOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return '120000';
  return (stats.mode & 0o100) === 0 ? '100644' : '100755';
}

/** Git's id of a blob (sha1), so that equal files have equal ids with and without a repository. */
function blobId(data: Uint8Array): string {
  return createHash('sha1').update(`blob ${data.length}\0`).update(data).digest('hex');
}

function folderNotFound(dir: string): SkillgraftError {
  return new SkillgraftError('folder-not-found', `${dir} is no folder.`, 'Name a folder that is there.');
}
