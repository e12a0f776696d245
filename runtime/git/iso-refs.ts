import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareText } from '../../schema/diagnostic.js';
import { type Isomorphic, READ_ONLY_FS } from './iso-objects.js';

const FULL_ID = /^[0-9a-f]{40}$/;
const SYMBOLIC = /^ref: (.+?)\s*$/;

/** Names and ids of one repository's refs: HEAD from its own folder, the rest from the common one. */
export class IsoRefs {
  readonly #git: Isomorphic;
  readonly #gitDir: string;
  readonly #commonDir: string;

  constructor(git: Isomorphic, gitDir: string, commonDir: string) {
    this.#git = git;
    this.#gitDir = gitDir;
    this.#commonDir = commonDir;
  }

  /** The object id that a name stands for, before peeling; null where there is none (an unborn HEAD too). */
  async find(name: string, cache: object): Promise<string | null> {
    if (FULL_ID.test(name)) return name;
    if (name === 'HEAD' || name === '@') return this.#head();
    if (!isRefName(name)) return null;
    return (await this.#ref(name)) ?? (await this.#abbreviated(name, cache));
  }

  /** Full names of local and remote branches, sorted; symbolic ones left out. */
  async branches(): Promise<{ name: string; commit: string }[]> {
    const found: { name: string; commit: string }[] = [];
    for (const under of ['refs/heads', 'refs/remotes']) {
      const names = await this.#git.listRefs({ fs: READ_ONLY_FS, gitdir: this.#commonDir, filepath: under });
      for (const short of names) {
        const name = `${under}/${short}`;
        if (await this.#isSymbolic(name)) continue;
        const commit = await this.#ref(name);
        if (commit !== null) found.push({ name, commit });
      }
    }
    return found.sort((a, b) => compareText(a.name, b.name));
  }

  async #head(): Promise<string | null> {
    const text = (await readFile(join(this.#gitDir, 'HEAD'), 'utf8').catch(() => '')).trim();
    const target = SYMBOLIC.exec(text)?.[1];
    if (target !== undefined) return this.#ref(target);
    return FULL_ID.test(text) ? text : null;
  }

  async #isSymbolic(name: string): Promise<boolean> {
    const text = await readFile(join(this.#commonDir, ...name.split('/')), 'utf8').catch(() => '');
    return SYMBOLIC.test(text);
  }

  async #ref(ref: string): Promise<string | null> {
    try {
      const id = await this.#git.resolveRef({ fs: READ_ONLY_FS, gitdir: this.#commonDir, ref });
      return FULL_ID.test(id) ? id : null;
    } catch {
      return null;
    }
  }

  async #abbreviated(name: string, cache: object): Promise<string | null> {
    if (!/^[0-9a-f]{4,39}$/i.test(name)) return null;
    const oid = name.toLowerCase();
    try {
      return await this.#git.expandOid({ fs: READ_ONLY_FS, gitdir: this.#commonDir, oid, cache });
    } catch {
      return null;
    }
  }
}

/** Git's rule for ref names (check-ref-format), so that no name leads out of the folder of refs. */
function isRefName(name: string): boolean {
  if (name.startsWith('-') || name.endsWith('.') || name.endsWith('/') || name === '') return false;
  if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^\//.test(name)) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}
