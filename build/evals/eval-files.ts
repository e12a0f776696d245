import { type EvalFile, isEvalFile } from '../../runtime/evals/read-eval-files.js';
import type { TreeEntry } from '../../runtime/git/repository.js';
import type { Snapshot } from '../git/snapshot.js';

/** The repository's own queries among the files of a build: `evals/*.jsonl`, sorted by path. */
export function evalEntries({ entries }: Pick<Snapshot, 'entries'>): TreeEntry[] {
  return entries.filter(isEvalFile);
}

/** Reads them. */
export async function evalFiles(snapshot: Snapshot): Promise<EvalFile[]> {
  const entries = evalEntries(snapshot);
  const files = await snapshot.readAll(entries);
  return entries.map(({ path }, i) => ({ path, text: new TextDecoder().decode(files[i]) }));
}
