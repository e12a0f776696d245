import { join } from 'node:path';
import { openPublishable } from '../../../build/publish/open-publishable.js';
import type { Allowances, Publishable, PublishInput } from '../../../build/publish/types.js';
import { openRepository } from '../../../runtime/git/open.js';
import type { Repository } from '../../../runtime/git/repository.js';
import { git, tempFolder } from '../../helpers/git-repo.js';
import { buildInto, type TwoVersions, twoVersions } from '../../helpers/skills-repo.js';

export const PERSON = { name: 'Test Publisher', email: 'publisher@example.invalid' };

/** A repository of two versions, the index of each, and what is published of them. */
export interface PublishFixture {
  readonly temp: { readonly dir: string; dispose(): void };
  readonly two: TwoVersions;
  /** Folders of the indexes. */
  readonly index: { readonly v1: string; readonly v2: string };
  open(index: string, allow?: Allowances): Promise<Publishable>;
  /** An empty bare repository that answers over HTTP too; gives its folder. */
  bare(): string;
  /** A clone of the repository, without its remote. */
  clone(): string;
}

export async function publishFixture(): Promise<PublishFixture> {
  const temp = tempFolder();
  const two = twoVersions(join(temp.dir, 'repo'));
  const index = { v1: join(temp.dir, 'v1'), v2: join(temp.dir, 'v2') };
  for (const version of ['v1', 'v2'] as const) {
    await buildInto({ repo: two.repo.dir, ref: two[version], out: index[version], embedder: 'none' });
  }
  let count = 0;
  const place = (): string => join(temp.dir, `place-${++count}`);
  return {
    temp,
    two,
    index,
    open: (path, allow = {}) => openPublishable(path, allow),
    bare() {
      const dir = `${place()}.git`;
      git(temp.dir, ['init', '-q', '--bare', '--template=', dir]);
      git(dir, ['config', 'http.receivepack', 'true']);
      return dir;
    },
    clone() {
      const dir = place();
      git(temp.dir, ['clone', '-q', two.repo.dir, dir]);
      git(dir, ['remote', 'remove', 'origin']);
      return dir;
    },
  };
}

/** Opens a repository for a job. */
export async function withRepository<T>(
  dir: string,
  job: (repository: Repository) => Promise<T>,
): Promise<T> {
  const repository = await openRepository(dir);
  try {
    return await job(repository);
  } finally {
    await repository.close();
  }
}

/** What a target is given. */
export function inputOf(
  publishable: Publishable,
  repository: Repository | null,
  allow: Allowances = {},
): PublishInput {
  return { publishable, repository, allow };
}

/** The commit of a branch; empty where there is none. */
export function tipOf(dir: string, branch = 'skills-index'): string {
  return git(dir, ['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`]).trim();
}

/** Fails where git finds anything wrong with a repository. */
export function fsck(dir: string): string {
  return git(dir, ['fsck', '--strict', '--no-dangling', '--no-progress']);
}
