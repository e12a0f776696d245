import type { Repository } from '../git/repository.js';

/** A file of queries, one JSON object a line. */
export interface EvalFile {
  /** POSIX path in the repository. */
  readonly path: string;
  readonly text: string;
}

/** The repository's own queries: the files `evals/*.jsonl` of a commit, sorted by path. */
export async function readEvalFiles(repository: Repository, commit: string): Promise<EvalFile[]> {
  const entries = (await repository.tree(commit, 'evals')).filter(
    ({ path, mode }) => mode.startsWith('100') && /^evals\/[^/]+\.jsonl$/.test(path),
  );
  const blobs = await repository.blobs(entries.map(({ oid }) => oid));
  return entries.map(({ path }, i) => ({ path, text: new TextDecoder().decode(blobs[i]) }));
}
