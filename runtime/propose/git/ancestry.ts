import type { CommitDetails, CommitNode, Repository } from '../../git/repository.js';

/** Commits that somebody may have added to a proposal's branch; more are not looked through. */
const MOST_COMMITS = 50;

/** A proposal's place beside the history that it is meant for. */
export interface Ancestry {
  /** Commits of its own, the latest first; the first one alone where the base is not in that history. */
  readonly own: readonly CommitDetails[];
  /** Where it begins: the first commit on its way back (by first parents) that the history has, else its parent. */
  readonly base: string | null;
  /** Commits of the history that the base does not have; null where the base is not in that history. */
  readonly ahead: readonly CommitNode[] | null;
  /** The proposal's commit itself is in that history. */
  readonly isIncluded: boolean;
}

/** Looks at proposals beside the history of one commit. */
export class MainHistory {
  readonly #repository: Repository;
  readonly #main: string;
  /** Ids of the whole history, once it had to be read. */
  #whole: ReadonlySet<string> | undefined;
  readonly #known = new Map<string, Promise<readonly CommitNode[] | null>>();

  constructor(repository: Repository, main: string) {
    this.#repository = repository;
    this.#main = main;
  }

  async place(tip: string): Promise<Ancestry> {
    const first = await this.#repository.commit(tip);
    const own = [first];
    for (let base = first.parents[0]; base !== undefined && own.length <= MOST_COMMITS; ) {
      const ahead = await this.ahead(base);
      const isIncluded = tip === this.#main || ahead?.some(({ id }) => id === tip) === true;
      if (ahead !== null) return { own, base, ahead, isIncluded };
      const next = await this.#repository.commit(base).catch(() => null);
      if (next === null) break;
      own.push(next);
      base = next.parents[0];
    }
    const isIncluded = first.parents.length === 0 && (await this.ahead(tip)) !== null;
    return { own: [first], base: first.parents[0] ?? null, ahead: null, isIncluded };
  }

  /** Commits that the history has and `commit` has not; null where `commit` is not in it. */
  ahead(commit: string): Promise<readonly CommitNode[] | null> {
    const known = this.#known.get(commit) ?? this.#read(commit);
    this.#known.set(commit, known);
    return known;
  }

  async #read(commit: string): Promise<readonly CommitNode[] | null> {
    if (commit === this.#main) return [];
    if (this.#whole?.has(commit) === false) return null;
    const { commits, incremental } = await this.#repository.history(this.#main, commit);
    if (incremental) return commits;
    this.#whole = new Set(commits.map(({ id }) => id));
    return null;
  }
}
