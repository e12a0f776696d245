import type { Repository, TreeEntry } from '../git/repository.js';

/** A file of queries, one JSON object a line. */
export interface EvalFile {
  /** POSIX path in the repository. */
  readonly path: string;
  readonly text: string;
}

/** True for a file of queries among the files of a commit or a folder. */
export function isEvalFile({ path, mode }: TreeEntry): boolean {
  return mode.startsWith('100') && /^evals\/[^/]+\.jsonl$/.test(path);
}

/** The repository's own queries: the files `evals/*.jsonl` of a commit, sorted by path. */
export async function readEvalFiles(repository: Repository, commit: string): Promise<EvalFile[]> {
  const entries = (await repository.tree(commit, 'evals')).filter(isEvalFile);
  const blobs = await repository.blobs(entries.map(({ oid }) => oid));
  return entries.map(({ path }, i) => ({ path, text: new TextDecoder().decode(blobs[i]) }));
}
