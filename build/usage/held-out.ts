import { readQueries } from '../../runtime/evals/read-queries.js';
import { evalFiles } from '../evals/eval-files.js';
import type { Snapshot } from '../git/snapshot.js';
import { queryKey } from './evidence.js';

/** Keys of the queries in the repository's `evals/*.jsonl`: what measures the ranking must not be learned by it. */
export async function evalKeys(snapshot: Snapshot): Promise<ReadonlySet<string>> {
  const keys = (await evalFiles(snapshot)).flatMap(({ path, text }) =>
    readQueries(text, path).queries.map(({ query }) => queryKey(query)),
  );
  return new Set(keys);
}
