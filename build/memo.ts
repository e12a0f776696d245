import type { Embedder, Embedding } from '../runtime/embed/embedder.js';
import type { LineageSection } from '../schema/lineage.js';

/**
 * What builds of the same process need not work out twice, by content: give it to each of them, and what they share is
 * read, cut into terms and embedded once. The artifacts are the same as without it. It keeps what it was given until it
 * is dropped, so that it is for a few builds of one repository.
 */
export class BuildMemo {
  /** Lineage of the build before, to go on from where that was of an ancestor. */
  lineage: LineageSection | undefined;
  readonly #kinds = new Map<string, Map<string, unknown>>();

  /** The value of a pure function of `key`, made the first time. */
  of<T>(kind: string, key: string, make: () => T): T {
    let values = this.#kinds.get(kind);
    if (values === undefined) {
      values = new Map();
      this.#kinds.set(kind, values);
    }
    if (!values.has(key)) values.set(key, make());
    return values.get(key) as T;
  }

  /** An embedder that asks the given one once for each text. */
  embedder(inner: Embedder): Embedder {
    const { fingerprint } = inner;
    const known = this.of('embeddings', JSON.stringify(fingerprint), () => new Map<string, Embedding>());
    const ask = (texts: readonly string[]): ReturnType<Embedder['embed']> => {
      const fresh = [...new Set(texts.filter((text) => !known.has(text)))];
      const told = (embeddings: readonly Embedding[]): Embedding[] => {
        for (const [i, text] of fresh.entries()) known.set(text, embeddings[i]!);
        return texts.map((text) => known.get(text)!);
      };
      if (fresh.length === 0) return told([]);
      const answer = inner.embed(fresh);
      return 'then' in answer ? answer.then(told) : told(answer);
    };
    return { fingerprint, embed: ask };
  }
}

/** The value of a pure function, from the memo where there is one. */
export function remembered<T>(memo: BuildMemo | undefined, kind: string, key: string, make: () => T): T {
  return memo === undefined ? make() : memo.of(kind, key, make);
}
