import type { RepositoryFiles } from '../schema/skill/rule.js';
import { detach } from './detach.js';

/** What the rules ask of the tree around a skill. */
export type TreeQuestions = Required<Pick<RepositoryFiles, 'kindOf' | 'likeOf'>>;

/** What was asked, by path, and what the tree said. */
export interface TreeAnswers {
  readonly kindOf: Map<string, ReturnType<TreeQuestions['kindOf']>>;
  readonly likeOf: Map<string, ReturnType<TreeQuestions['likeOf']>>;
}

/** The same tree, which writes down what it answers. */
export function notedTree({ kindOf, likeOf }: TreeQuestions): { tree: TreeQuestions; answers: TreeAnswers } {
  const answers: TreeAnswers = { kindOf: new Map(), likeOf: new Map() };
  const noting =
    <T>(ask: (path: string) => T, said: Map<string, T>) =>
    (path: string): T => {
      const answer = ask(path);
      said.set(detach(path), answer);
      return answer;
    };
  return {
    tree: { kindOf: noting(kindOf, answers.kindOf), likeOf: noting(likeOf, answers.likeOf) },
    answers,
  };
}

/** True where a tree would say the same: what was worked out from the answers holds there, too. */
export function saysTheSame(tree: TreeQuestions, { kindOf, likeOf }: TreeAnswers): boolean {
  const holds = <T>(ask: (path: string) => T, said: ReadonlyMap<string, T>): boolean =>
    [...said].every(([path, answer]) => ask(path) === answer);
  return holds(tree.kindOf, kindOf) && holds(tree.likeOf, likeOf);
}
