import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { INDEX_FILE, isSafePath } from '../../schema/format.js';
import { LATEST_FILE, readLatest } from '../../schema/latest.js';
import { digestOf } from './digest.js';
import type { ArtifactFiles } from './files.js';

/** Folder in which a write keeps the files that it replaces until its index stands. */
export const PREVIOUS_FOLDER = '.previous';

/** Bytes of one file at most. */
const MOST_BYTES = 1024 * 1024 * 1024;

/**
 * Files of an artifact on disk. `path` is its folder or its index.json, or a published folder or its latest.json: then
 * all files are of the version that was the latest when the index was read.
 */
export function fsFiles(path: string): ArtifactFiles & { readonly indexFile: string } {
  const indexFile = indexPath(resolve(path));
  let folder = dirname(indexFile);
  let indexName = basename(indexFile);
  return {
    location: indexFile,
    indexFile,
    async read(name) {
      const file = name === INDEX_FILE ? indexName : safePath(name);
      const bytes = readOrSay(join(folder, file), name === INDEX_FILE);
      const latest = name === INDEX_FILE ? readLatest(bytes) : null;
      if (latest === null) return bytes;
      [folder, indexName] = [join(folder, dirname(latest.index)), basename(latest.index)];
      return readOrSay(join(folder, indexName), true);
    },
    async readPrevious(name) {
      try {
        return readFileSync(join(folder, PREVIOUS_FOLDER, safePath(name)));
      } catch {
        return null;
      }
    },
    digest: digestOf,
  };
}

function indexPath(path: string): string {
  try {
    if (!statSync(path).isDirectory()) return path;
    const isPublished = !existsSync(join(path, INDEX_FILE)) && existsSync(join(path, LATEST_FILE));
    return join(path, isPublished ? LATEST_FILE : INDEX_FILE);
  } catch {
    // What is wrong with it is told when it is read.
    return path;
  }
}

function readOrSay(path: string, isIndex: boolean): Buffer {
  try {
    checkReadable(path);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof SkillgraftError) throw error;
    throw missing(path, isIndex, error);
  }
}

/** A device or a pipe may have no end. @throws SkillgraftError `artifact-unreadable`, `artifact-too-large` */
function checkReadable(path: string): void {
  const stats = statSync(path);
  if (!stats.isFile() && !stats.isDirectory())
    throw new SkillgraftError(
      'artifact-unreadable',
      `${path} is no regular file.`,
      'Name the index.json that a build made, or its folder.',
    );
  if (stats.size > MOST_BYTES)
    throw new SkillgraftError(
      'artifact-too-large',
      `${path} has more than ${MOST_BYTES} bytes.`,
      'Check that it is an index; where it is, build a smaller one.',
    );
}

/** An artifact names its own files; one that points out of its folder was not made by a build. */
function safePath(name: string): string {
  // A backslash is part of a name, but where it parts folders.
  if (!isSafePath(name) || (sep === '\\' && name.includes(sep))) {
    throw new SkillgraftError(
      'artifact-broken',
      `The index names a file outside its folder: ${name}`,
      'Build it again.',
    );
  }
  return name;
}

function missing(path: string, isIndex: boolean, error: unknown): SkillgraftError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const hint = isIndex
      ? 'Run `skillgraft build` in the skills repository, or name the index with --index.'
      : 'Build the index again: a file that it names is gone.';
    return new SkillgraftError('artifact-file-missing', `No file ${path}.`, hint, { cause: error });
  }
  const reason = (error as Error).message;
  return new SkillgraftError(
    'artifact-unreadable',
    `Cannot read ${path}: ${reason}`,
    'Check the file and its permissions.',
    {
      cause: error,
    },
  );
}
