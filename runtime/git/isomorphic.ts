import { compareText } from '../../schema/diagnostic.js';
import type { RawObject } from './cat-file.js';
import { parseCommit } from './commit-object.js';
import { objectMissing, refNotFound } from './errors.js';
import { commitReader, walkHistory } from './iso-history.js';
import { type Isomorphic, IsoObjects } from './iso-objects.js';
import { IsoRefs } from './iso-refs.js';
import type { Location } from './locate.js';
import type {
  CommitChanges,
  CommitDetails,
  CommitNode,
  HistoryRange,
  Repository,
  TreeEntry,
} from './repository.js';
import { TreeCursor } from './tree-buffer.js';
import { diffSkillFiles } from './tree-diff.js';

const TAG_DEPTH = 32;

/** The reader on isomorphic-git: needs no git program, reads sha1 repositories without alternates. */
export class IsomorphicRepository implements Repository {
  readonly kind = 'isomorphic';
  readonly objectFormat = 'sha1';
  readonly dir: string;
  readonly gitDir: string;
  readonly bare: boolean;
  readonly shallow: boolean;
  readonly #boundary: ReadonlySet<string>;
  readonly #objects: IsoObjects;
  readonly #refs: IsoRefs;

  constructor(git: Isomorphic, at: Location, boundary: ReadonlySet<string>) {
    ({ dir: this.dir, gitDir: this.gitDir, bare: this.bare } = at);
    this.shallow = boundary.size > 0;
    this.#boundary = boundary;
    this.#objects = new IsoObjects(git, at.dir, at.commonDir);
    this.#refs = new IsoRefs(git, at.gitDir, at.commonDir);
  }

  async resolve(ref: string): Promise<string> {
    const [, name = '', steps = ''] = /^(.*?)((?:[~^]\d*)*)$/s.exec(ref) ?? [];
    const named = await this.#refs.find(name, {});
    let id = named === null ? null : await this.#peel(named);
    for (const [, kind, digits] of steps.matchAll(/([~^])(\d*)/g)) {
      if (id !== null) id = await this.#ancestor(id, kind!, digits === '' ? 1 : Number(digits));
    }
    if (id === null) throw refNotFound(ref, this.dir);
    return id;
  }

  async branches() {
    return this.#refs.branches();
  }

  async commit(id: string): Promise<CommitDetails> {
    const object = await this.#objects.read(checkedId(id, this.dir));
    return parseCommit(id, this.#expect(object, id, 'commit'));
  }

  async commits(ids: readonly string[]): Promise<readonly CommitDetails[]> {
    const objects = await this.#objects.readAll(ids.map((id) => checkedId(id, this.dir)));
    return ids.map((id, i) => parseCommit(id, this.#expect(objects[i]!, id, 'commit')));
  }

  async tree(commit: string, folder = ''): Promise<readonly TreeEntry[]> {
    const names = folder === '.' ? [] : folder.split('/').filter((name) => name !== '');
    let oid: string | undefined = (await this.commit(commit)).tree;
    for (const name of names) {
      if (oid !== undefined) oid = folderEntry(await this.#tree(oid), name);
    }
    const entries: TreeEntry[] = [];
    if (oid !== undefined) await this.#list(oid, names.map((name) => `${name}/`).join(''), entries);
    return entries.sort((a, b) => compareText(a.path, b.path));
  }

  async blob(oid: string): Promise<Uint8Array> {
    return this.#expect(await this.#objects.read(checkedId(oid, this.dir)), oid, 'blob');
  }

  async blobs(oids: readonly string[]): Promise<readonly Uint8Array[]> {
    const objects = await this.#objects.readAll(oids.map((oid) => checkedId(oid, this.dir)));
    return oids.map((oid, i) => this.#expect(objects[i]!, oid, 'blob'));
  }

  async presentBlobs(oids: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    const objects = await this.#objects.readAll(oids.map((oid) => checkedId(oid, this.dir)));
    return objects.map((object) => (object?.type === 'blob' ? object.data : null));
  }

  async rawObject(oid: string): Promise<RawObject> {
    const object = await this.#objects.read(checkedId(oid, this.dir));
    if (object === null) throw objectMissing(oid, this.dir);
    return object;
  }

  async history(head: string, since?: string): Promise<HistoryRange> {
    const read = commitReader((id) => this.#objects.read(id));
    const missing = (id: string) => objectMissing(id, this.dir);
    const from = since !== undefined && isId(since) ? since : undefined;
    return walkHistory(read, missing, this.#boundary, checkedId(head, this.dir), from);
  }

  async skillChanges(commits: readonly CommitNode[]): Promise<readonly CommitChanges[]> {
    const known = new Map<string, string>();
    const result: CommitChanges[] = [];
    for (const { id, parents } of commits) {
      const after = await this.#rootTree(id, known);
      const befores: string[] = [];
      for (const parent of parents) befores.push(await this.#rootTree(parent, known));
      const changes = await diffSkillFiles((oid) => this.#tree(oid), after, befores);
      if (changes.length > 0) result.push({ commit: id, changes });
    }
    return result;
  }

  async close(): Promise<void> {
    await this.#objects.close();
  }

  async #rootTree(id: string, known: Map<string, string>): Promise<string> {
    const tree = known.get(id) ?? (await this.commit(id)).tree;
    known.set(id, tree);
    return tree;
  }

  async #tree(oid: string): Promise<Uint8Array> {
    const data = await this.#objects.tree(oid);
    if (data === null) throw objectMissing(oid, this.dir);
    return data;
  }

  async #list(oid: string, prefix: string, into: TreeEntry[]): Promise<void> {
    for (const cursor = new TreeCursor(await this.#tree(oid)); cursor.mode >= 0; cursor.advance()) {
      const path = prefix + cursor.name;
      if (cursor.isTree) await this.#list(cursor.oid, `${path}/`, into);
      else into.push({ path, mode: cursor.modeText, oid: cursor.oid });
    }
  }

  /** Follows annotated tags to a commit; null where there is none. */
  async #peel(named: string): Promise<string | null> {
    let id = named;
    for (let depth = 0; depth < TAG_DEPTH; depth++) {
      const object = await this.#objects.read(id);
      if (object === null) throw objectMissing(id, this.dir);
      if (object.type === 'commit') return id;
      if (object.type !== 'tag') return null;
      id = /^object ([0-9a-f]{40})$/m.exec(Buffer.from(object.data).toString('latin1'))?.[1] ?? '';
    }
    return null;
  }

  async #ancestor(id: string, kind: string, count: number): Promise<string | null> {
    if (kind === '^') return count === 0 ? id : ((await this.#parents(id))[count - 1] ?? null);
    let at: string | null = id;
    for (let i = 0; i < count && at !== null; i++) at = (await this.#parents(at))[0] ?? null;
    return at;
  }

  async #parents(id: string): Promise<readonly string[]> {
    return this.#boundary.has(id) ? [] : (await this.commit(id)).parents;
  }

  #expect(object: RawObject | null, oid: string, type: string): Uint8Array {
    if (object?.type !== type) throw objectMissing(oid, this.dir);
    return object.data;
  }
}

function isId(id: string): boolean {
  return /^[0-9a-f]{40}$/.test(id);
}

function checkedId(id: string, dir: string): string {
  if (!isId(id)) throw refNotFound(id, dir);
  return id;
}

function folderEntry(tree: Uint8Array, name: string): string | undefined {
  for (const cursor = new TreeCursor(tree); cursor.mode >= 0; cursor.advance()) {
    if (cursor.isTree && cursor.name === name) return cursor.oid;
  }
  return undefined;
}
