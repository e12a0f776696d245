import { SkillgraftError } from '../../schema/errors.js';
import type { SearchOptions, SkillFilter } from '../types.js';

/** How many results a search gives. */
export const LIMIT = { default: 10, min: 1, max: 50 } as const;

/**
 * Checks what a caller without types may get wrong.
 *
 * @throws SkillgraftError `bad-option`
 */
export function checkSearch(query: unknown, options: SearchOptions): void {
  if (typeof query !== 'string') throw badOption('The query is no text.', 'Give the task in a few words.');
  checkFilter(options);
  const { limit = LIMIT.default } = options;
  if (Number.isInteger(limit) && limit >= LIMIT.min && limit <= LIMIT.max) return;
  const advice = `Give a whole number from ${LIMIT.min} to ${LIMIT.max}.`;
  throw badOption(`limit cannot be ${JSON.stringify(limit) ?? typeof limit}.`, advice);
}

/** @throws SkillgraftError `bad-option` */
export function checkFilter({ tags, repo, type, status }: SkillFilter): void {
  const isList = tags === undefined || (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'));
  if (!isList) throw badOption('tags is no list of texts.', "Give a list, such as ['docker'].");
  for (const [key, value] of Object.entries({ repo, type, status })) {
    if (value !== undefined && typeof value !== 'string') {
      throw badOption(`${key} is no text.`, `Give ${key} as a text, or leave it out.`);
    }
  }
}

function badOption(message: string, hint: string): SkillgraftError {
  return new SkillgraftError('bad-option', message, hint);
}
