import type { EvalFile } from '../../runtime/evals/read-eval-files.js';
import type { TreeEntry } from '../../runtime/git/repository.js';
import type { Snapshot } from '../git/snapshot.js';

const EVAL_FILE = /^evals\/[^/]+\.jsonl$/;

/** The repository's own queries among the files of a build: `evals/*.jsonl`, sorted by path. */
export function evalEntries({ entries }: Pick<Snapshot, 'entries'>): TreeEntry[] {
  return entries.filter(({ path, mode }) => EVAL_FILE.test(path) && mode.startsWith('100'));
}

/** Reads them. */
export async function evalFiles(snapshot: Snapshot): Promise<EvalFile[]> {
  const entries = evalEntries(snapshot);
  const files = await snapshot.readAll(entries);
  return entries.map(({ path }, i) => ({ path, text: new TextDecoder().decode(files[i]) }));
}
