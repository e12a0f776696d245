import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configValue } from '../../git/iso-support.js';
import { commonDirOf } from '../../git/locate.js';
import { openRepository } from '../../git/open.js';
import type { Repository } from '../../git/repository.js';
import { openFileStore } from './file-store.js';
import { NativeStore } from './native-store.js';
import type { ProposalStore, Writable, WriteOptions } from './store.js';
import { mendable } from './write-errors.js';

/** A repository, or a folder inside one. */
export type Target = Repository | string;

/** Does a job on a repository, opened for it where only its folder is known; system errors get their words here. */
export async function withWritable<T>(
  target: Target,
  options: WriteOptions,
  job: (writable: Writable) => Promise<T>,
): Promise<T> {
  const repository = typeof target === 'string' ? await openRepository(target) : target;
  try {
    return await job({ repository, store: await openStore(repository, options) });
  } catch (error) {
    throw mendable(error, repository.dir);
  } finally {
    if (typeof target === 'string') await repository.close();
  }
}

/** isomorphic-git writes where it can; what it cannot read was opened with the git program, which writes then. */
async function openStore(repository: Repository, options: WriteOptions): Promise<ProposalStore> {
  const commonDir = await commonDirOf(repository.gitDir);
  const config = await readFile(join(commonDir, 'config'), 'utf8').catch(() => '');
  const refs = (configValue(config, 'extensions', 'refstorage') ?? 'files').toLowerCase();
  const isPlain = repository.objectFormat === 'sha1' && refs === 'files';
  return isPlain ? openFileStore(commonDir, options) : new NativeStore(repository, options);
}
