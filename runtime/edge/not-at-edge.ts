import { SkillgraftError } from '../../schema/errors.js';

/** The error of what needs files, processes or git, which a worker has not. */
export function notAtEdge(what: string): SkillgraftError {
  const hint = 'Use a server with the repository at hand for it: `skillgraft serve` in its clone.';
  return new SkillgraftError('not-at-edge', `A worker cannot ${what}.`, hint);
}
