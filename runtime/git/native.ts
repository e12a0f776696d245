import { compareText } from '../../schema/diagnostic.js';
import { CatFile, type RawObject } from './cat-file.js';
import { parseCommit } from './commit-object.js';
import { objectMissing, refNotFound } from './errors.js';
import { parseDiffTree, parseLsTree, parseRevList } from './native-parse.js';
import { runGit, tryGit } from './process.js';
import type {
  CommitChanges,
  CommitDetails,
  CommitNode,
  HistoryRange,
  Repository,
  TreeEntry,
} from './repository.js';
import { shallowCommits } from './shallow.js';

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** What `openNative` found out about the repository. */
export type NativeFacts = Pick<Repository, 'dir' | 'gitDir' | 'bare' | 'objectFormat' | 'shallow'> & {
  /** Where objects and refs are: differs from `gitDir` in a linked worktree. */
  readonly commonDir: string;
  /** True for a partial clone, whose missing objects git would try to fetch. */
  readonly partial: boolean;
};

/** The reader on the git program: plumbing only, one process a job. */
export class NativeRepository implements Repository {
  readonly kind = 'native';
  readonly dir: string;
  readonly gitDir: string;
  readonly bare: boolean;
  readonly objectFormat: 'sha1' | 'sha256';
  readonly shallow: boolean;
  readonly #facts: NativeFacts;
  readonly #cat: CatFile;
  #present: Promise<ReadonlySet<string>> | undefined;

  constructor(facts: NativeFacts) {
    ({
      dir: this.dir,
      gitDir: this.gitDir,
      bare: this.bare,
      objectFormat: this.objectFormat,
      shallow: this.shallow,
    } = facts);
    this.#facts = facts;
    this.#cat = new CatFile(facts.dir);
  }

  async resolve(ref: string): Promise<string> {
    if (ref.includes('\0')) throw refNotFound(ref, this.dir);
    if (OBJECT_ID.test(ref) && (await this.#objects([ref]))[0]?.type === 'commit') return ref;
    const verify = ['rev-parse', '--verify', '--quiet', '--end-of-options'];
    const peeled = await tryGit(this.dir, [...verify, `${ref}^{commit}`]);
    const id = peeled.stdout.toString('latin1').trim();
    if (peeled.status === 0 && OBJECT_ID.test(id)) return id;
    const named = (await tryGit(this.dir, [...verify, ref])).stdout.toString('latin1').trim();
    if (!OBJECT_ID.test(named)) throw refNotFound(ref, this.dir);
    if ((await this.#objects([named]))[0] === null) throw objectMissing(named, this.dir);
    throw refNotFound(ref, this.dir);
  }

  async branches() {
    const format = '--format=%(objectname) %(symref:short) %(refname)';
    const output = await runGit(this.dir, ['for-each-ref', format, 'refs/heads', 'refs/remotes']);
    return output
      .toString('utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .filter((fields) => fields.length === 3 && fields[1] === '')
      .map(([commit, , name]) => ({ name: name!, commit: commit! }))
      .sort((a, b) => compareText(a.name, b.name));
  }

  async commit(id: string): Promise<CommitDetails> {
    return (await this.commits([id]))[0]!;
  }

  async commits(ids: readonly string[]): Promise<readonly CommitDetails[]> {
    const objects = await this.#needed(ids);
    return ids.map((id, i) => parseCommit(id, this.#expect(objects[i]!, id, 'commit')));
  }

  async tree(commit: string, folder = ''): Promise<readonly TreeEntry[]> {
    const below = folder === '' || folder === '.' ? [] : ['--', `${folder.replace(/\/+$/, '')}/`];
    const args = [
      '--literal-pathspecs',
      'ls-tree',
      '-r',
      '-z',
      '--full-tree',
      checkedId(commit, this.dir),
      ...below,
    ];
    return parseLsTree(await runGit(this.dir, args)).sort((a, b) => compareText(a.path, b.path));
  }

  async blob(oid: string): Promise<Uint8Array> {
    return (await this.blobs([oid]))[0]!;
  }

  async blobs(oids: readonly string[]): Promise<readonly Uint8Array[]> {
    const objects = await this.#needed(oids);
    return oids.map((oid, i) => this.#expect(objects[i]!, oid, 'blob'));
  }

  async presentBlobs(oids: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    return (await this.#objects(oids)).map((object) => (object?.type === 'blob' ? object.data : null));
  }

  async rawObject(oid: string): Promise<RawObject> {
    const [object = null] = await this.#needed([oid]);
    if (object === null) throw objectMissing(oid, this.dir);
    return object;
  }

  async history(head: string, since?: string): Promise<HistoryRange> {
    const boundary = await shallowCommits(this.#facts.commonDir);
    const list = (range: string[]) =>
      tryGit(this.dir, ['rev-list', '--parents', '--timestamp', '--stdin'], `${range.join('\n')}\n`);
    checkedId(head, this.dir);
    if (since !== undefined && OBJECT_ID.test(since)) {
      const part = await list([head, `^${since}`]);
      const commits = part.status === 0 ? parseRevList(part.stdout) : [];
      const met = head === since || commits.some(({ parents }) => parents.includes(since));
      if (part.status === 0 && met) return range(commits, boundary, true);
    }
    const whole = await runGit(this.dir, ['rev-list', '--parents', '--timestamp', '--stdin'], `${head}\n`);
    return range(parseRevList(whole), boundary, false);
  }

  async skillChanges(commits: readonly CommitNode[]): Promise<readonly CommitChanges[]> {
    if (commits.length === 0) return [];
    const flags = [
      '--stdin',
      '--root',
      '-r',
      '-c',
      '-z',
      '--raw',
      '--no-renames',
      '--no-abbrev',
      '--no-relative',
    ];
    const input = commits.map(({ id, parents }) => [id, ...parents].join(' ')).join('\n');
    return parseDiffTree(await runGit(this.dir, ['diff-tree', ...flags], `${input}\n`));
  }

  async close(): Promise<void> {
    await this.#cat.close();
  }

  /** Objects by id; in a partial clone only those are asked for that are there, or git would try to fetch. */
  async #objects(oids: readonly string[]): Promise<readonly (RawObject | null)[]> {
    for (const oid of oids) checkedId(oid, this.dir);
    if (!this.#facts.partial) return this.#cat.read(oids);
    this.#present ??= listObjects(this.dir);
    const present = await this.#present;
    const found = await this.#cat.read(oids.filter((oid) => present.has(oid)));
    let next = 0;
    return oids.map((oid) => (present.has(oid) ? found[next++]! : null));
  }

  /** As `#objects`; what a partial clone did not have when it was listed may have been written since. */
  async #needed(oids: readonly string[]): Promise<readonly (RawObject | null)[]> {
    const objects = await this.#objects(oids);
    if (!this.#facts.partial || !objects.includes(null)) return objects;
    this.#present = undefined;
    return this.#objects(oids);
  }

  #expect(object: RawObject | null, oid: string, type: string): Uint8Array {
    if (object?.type !== type) throw objectMissing(oid, this.dir);
    return object.data;
  }
}

function range(commits: CommitNode[], boundary: ReadonlySet<string>, incremental: boolean): HistoryRange {
  const met = commits.map(({ id }) => id).filter((id) => boundary.has(id));
  return { commits, shallow: new Set(met), incremental };
}

function checkedId(id: string, dir: string): string {
  if (!OBJECT_ID.test(id)) throw refNotFound(id, dir);
  return id;
}

async function listObjects(dir: string): Promise<ReadonlySet<string>> {
  const args = ['cat-file', '--batch-all-objects', '--batch-check=%(objectname)', '--unordered'];
  return new Set((await runGit(dir, args)).toString('latin1').split('\n'));
}
