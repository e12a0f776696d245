import type { SearchableText } from '../../build/lexical.js';
import { analyse } from '../../schema/analyzer/analyse.js';
import { DEFAULT_PROFILE, FIELDS } from '../../schema/profile.js';

interface BareField {
  readonly postings: ReadonlyMap<
    string,
    { readonly documents: Int32Array; readonly frequencies: Int32Array }
  >;
  readonly norms: Float64Array;
  readonly weight: number;
}

/** The least that BM25 over several fields takes: typed postings in maps, nothing packed, nothing else done. */
export function barePostings(texts: readonly SearchableText[]): (query: string) => number[] {
  const { k1, weights } = DEFAULT_PROFILE;
  const fields = FIELDS.map((name) =>
    makeField(
      texts.map((text) => text[name]),
      weights[name],
    ),
  );
  const scores = new Float64Array(texts.length);
  const touched = new Int32Array(texts.length);
  return (query) => {
    let count = 0;
    const terms = [...new Set(analyse(query))];
    for (const { postings, norms, weight } of fields) {
      for (const term of terms) {
        const found = postings.get(term);
        if (found === undefined) continue;
        const { documents, frequencies } = found;
        const df = documents.length;
        const factor = weight * Math.log(1 + (texts.length - df + 0.5) / (df + 0.5)) * (k1 + 1);
        for (let i = 0; i < df; i += 1) {
          const document = documents[i]!;
          if (scores[document] === 0) touched[count++] = document;
          scores[document]! += (factor * frequencies[i]!) / (frequencies[i]! + norms[document]!);
        }
      }
    }
    return takeTen(scores, touched, count);
  };
}

function makeField(pieces: readonly (readonly string[])[], weight: number): BareField {
  const { k1, b } = DEFAULT_PROFILE;
  const lists = new Map<string, [number[], number[]]>();
  const lengths = pieces.map((texts, document) => {
    const terms = texts.flatMap(analyse);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const list = lists.get(term) ?? [[], []];
      list[0].push(document);
      list[1].push(count);
      lists.set(term, list);
    }
    return terms.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1;
  const typed = [...lists].map(
    ([term, [documents, frequencies]]) =>
      [term, { documents: Int32Array.from(documents), frequencies: Int32Array.from(frequencies) }] as const,
  );
  return {
    postings: new Map(typed),
    norms: Float64Array.from(lengths, (length) => k1 * (1 - b + (b * length) / average)),
    weight,
  };
}

function takeTen(scores: Float64Array, touched: Int32Array, count: number): number[] {
  const best: [number, number][] = [];
  for (let i = 0; i < count; i += 1) {
    const document = touched[i]!;
    const score = scores[document]!;
    scores[document] = 0;
    if (best.length === 10 && score < best[9]![1]) continue;
    let at = best.length;
    while (
      at > 0 &&
      (score > best[at - 1]![1] || (score === best[at - 1]![1] && document < best[at - 1]![0]))
    )
      at -= 1;
    best.splice(at, 0, [document, score]);
    if (best.length > 10) best.pop();
  }
  return best.map(([document]) => document);
}
