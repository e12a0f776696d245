import { readQueries } from '../../runtime/evals/read-queries.js';
import type { Snapshot } from '../git/snapshot.js';
import { queryKey } from './evidence.js';

const EVAL_FILE = /^evals\/[^/]+\.jsonl$/;

/** Keys of the queries in the repository's `evals/*.jsonl`: what measures the ranking must not be learned by it. */
export async function evalKeys(snapshot: Snapshot): Promise<ReadonlySet<string>> {
  const entries = snapshot.entries.filter(({ path, mode }) => EVAL_FILE.test(path) && mode.startsWith('100'));
  const files = await snapshot.readAll(entries);
  const keys = entries.flatMap(({ path }, i) =>
    readQueries(new TextDecoder().decode(files[i]), path).queries.map(({ query }) => queryKey(query)),
  );
  return new Set(keys);
}
