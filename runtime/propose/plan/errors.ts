import { SkillgraftError } from '../../../schema/errors.js';

/** A parameter that cannot be taken: `problem` continues "Parameter x ...". */
export function invalid(parameter: string, problem: string, hint: string): SkillgraftError {
  return new SkillgraftError('proposal-invalid', `Parameter ${parameter} ${problem}.`, hint);
}

/** A proposal after which everything would be as it was. */
export function nothingToChange(message: string, hint: string): SkillgraftError {
  return new SkillgraftError('nothing-to-change', message, hint);
}
