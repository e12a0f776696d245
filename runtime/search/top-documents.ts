/** A document and its raw score. */
export interface Scored {
  readonly document: number;
  readonly score: number;
}

/**
 * The `limit` best of the touched documents, best first, ties by position: a bounded insertion, since limits are
 * small and most documents fall to the first comparison.
 */
export function topDocuments(
  scores: Float64Array,
  touched: Int32Array,
  count: number,
  limit: number,
  accepts?: (document: number) => boolean,
): Scored[] {
  const best: Scored[] = [];
  if (limit < 1) return best;
  let worst = 0;
  for (let i = 0; i < count; i += 1) {
    const document = touched[i]!;
    const score = scores[document]!;
    if (best.length === limit && score < worst) continue;
    if (accepts !== undefined && !accepts(document)) continue;
    insert(best, { document, score }, limit);
    worst = best[best.length - 1]!.score;
  }
  return best;
}

function insert(best: Scored[], scored: Scored, limit: number): void {
  let at = best.length;
  while (at > 0 && isBetter(scored, best[at - 1]!)) at -= 1;
  if (at === limit) return;
  best.splice(at, 0, scored);
  if (best.length > limit) best.pop();
}

function isBetter(a: Scored, b: Scored): boolean {
  return a.score > b.score || (a.score === b.score && a.document < b.document);
}
