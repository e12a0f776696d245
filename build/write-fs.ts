import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { makeFolder } from '../runtime/files/make-folder.js';

/** The file system calls that a write makes, one place to inject faults into. */
export interface WriteFs {
  mkdir(path: string): Promise<void>;
  /** Fails with EEXIST where the folder is there. */
  mkdirNew(path: string): Promise<void>;
  /** Writes a new file; `flush` makes the disk have it before this resolves. */
  writeFile(path: string, bytes: Uint8Array, flush: boolean): Promise<void>;
  readFile(path: string): Promise<Uint8Array>;
  readdir(path: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  removeTree(path: string): Promise<void>;
  removeEmptyFolder(path: string): Promise<void>;
}

/** The real one. */
export const nodeWriteFs: WriteFs = {
  async mkdir(path) {
    makeFolder(path, 0o777);
  },
  async mkdirNew(path) {
    await mkdir(path);
  },
  async writeFile(path, bytes, flush) {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(bytes);
      if (flush) await file.datasync();
    } finally {
      await file.close();
    }
  },
  readFile: (path) => readFile(path),
  readdir: (path) => readdir(path),
  rename,
  removeFile: (path) => rm(path, { force: true }),
  removeTree: (path) => rm(path, { recursive: true, force: true }),
  removeEmptyFolder: (path) => rmdir(path),
};
