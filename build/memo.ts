import { createHash } from 'node:crypto';
import type { Embedder, Embedding } from '../runtime/embed/embedder.js';
import type { LineageSection } from '../schema/lineage.js';

/** Longer keys, whole texts mostly, are kept by their digest. Code units. */
const LONGEST_KEY = 200;

/** A value of a memo. */
export interface Memoised {
  readonly key: string;
  readonly value: unknown;
  /** True where a build asked for it. */
  readonly used: boolean;
}

/**
 * What builds of the same process need not work out twice, by content: give it to each of them, and what they share is
 * read, cut into terms and embedded once. The artifacts are the same as without it. It keeps what it was given until it
 * is dropped, so that it is for a few builds of one repository.
 */
export class BuildMemo {
  /** Lineage of the build before, to go on from where that was of an ancestor. */
  lineage: LineageSection | undefined;
  readonly #kinds = new Map<string, Map<string, { readonly value: unknown; used: boolean }>>();

  /** The value of a pure function of `key`, made the first time. */
  of<T>(kind: string, key: string, make: () => T): T {
    const values = this.#valuesOf(kind);
    const id = idOf(key);
    let known = values.get(id);
    if (known === undefined) {
      known = { value: make(), used: true };
      values.set(id, known);
    }
    known.used = true;
    return known.value as T;
  }

  /** The same of what is made later. */
  async later<T>(kind: string, key: string, make: () => Promise<T>): Promise<T> {
    const values = this.#valuesOf(kind);
    const id = idOf(key);
    const known = values.get(id) ?? { value: await make(), used: true };
    known.used = true;
    values.set(id, known);
    return known.value as T;
  }

  get kinds(): string[] {
    return [...this.#kinds.keys()];
  }

  /** All values of a kind. */
  all(kind: string): Memoised[] {
    return [...this.#valuesOf(kind)].map(([key, { value, used }]) => ({ key, value, used }));
  }

  /** Takes in a value that `all` of another memo gave. */
  take(kind: string, key: string, value: unknown): void {
    this.#valuesOf(kind).set(key, { value, used: false });
  }

  /** An embedder that asks the given one once for each text. */
  embedder(inner: Embedder): Embedder {
    const { fingerprint } = inner;
    const kind = ofModel('embeddings', fingerprint);
    const ask = (texts: readonly string[]): ReturnType<Embedder['embed']> => {
      const known = this.#valuesOf(kind);
      const ids = texts.map(idOf);
      const fresh = ids.flatMap((id, i) => (known.has(id) || ids.indexOf(id) < i ? [] : [i]));
      const told = (embeddings: readonly Embedding[]): Embedding[] => {
        for (const [k, i] of fresh.entries()) known.set(ids[i]!, { value: embeddings[k]!, used: true });
        return ids.map((id) => {
          const one = known.get(id)!;
          one.used = true;
          return one.value as Embedding;
        });
      };
      if (fresh.length === 0) return told([]);
      const answer = inner.embed(fresh.map((i) => texts[i]!));
      return 'then' in answer ? answer.then(told) : told(answer);
    };
    return { fingerprint, embed: ask };
  }

  #valuesOf(kind: string) {
    let values = this.#kinds.get(kind);
    if (values === undefined) {
      values = new Map();
      this.#kinds.set(kind, values);
    }
    return values;
  }
}

/** The kind under which something of a model's is kept. */
export function ofModel(kind: string, fingerprint: Embedder['fingerprint']): string {
  return `${kind} ${JSON.stringify(fingerprint)}`;
}

/** The value of a pure function, from the memo where there is one. */
export function remembered<T>(memo: BuildMemo | undefined, kind: string, key: string, make: () => T): T {
  return memo === undefined ? make() : memo.of(kind, key, make);
}

const HASHED = 'sha256:';

/** The same of what is made later. */
export async function rememberedLater<T>(
  memo: BuildMemo | undefined,
  kind: string,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  return memo === undefined ? make() : memo.later(kind, key, make);
}

/** Equal for equal keys alone: what looks like a digest is not taken for one, and half a surrogate pair is not lost. */
function idOf(key: string): string {
  if (key.length <= LONGEST_KEY && !key.startsWith(HASHED)) return key;
  return HASHED + createHash('sha256').update(key, 'utf16le').digest('base64');
}
