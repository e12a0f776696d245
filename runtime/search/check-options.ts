import { SkillgraftError } from '../../schema/errors.js';
import { SKILL_STATUSES, SKILL_TYPES } from '../../schema/skill/statuses.js';
import type { SearchOptions, SkillFilter } from '../types.js';
import { FUSIONS } from './rank.js';

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
  const { limit, verbose, gate, fusion, rerank } = options;
  checkWhole('limit', limit, LIMIT);
  checkSwitches({ verbose, gate });
  checkChoice('fusion', fusion, FUSIONS);
  if (rerank === undefined || typeof rerank === 'function') return;
  throw badOption(
    'rerank is no function.',
    'Give a function of the query and the candidates, or leave it out.',
  );
}

/** @throws SkillgraftError `bad-option` */
export function checkFilter(filter: SkillFilter): void {
  checkObject(filter);
  const { tags, repo, type, status, current } = filter;
  const isList = tags === undefined || (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'));
  if (!isList) throw badOption('tags is no list of texts.', "Give a list, such as ['docker'].");
  if (repo !== undefined && typeof repo !== 'string')
    throw badOption('repo is no text.', 'Give repo as a text, or leave it out.');
  checkChoice('type', type, SKILL_TYPES);
  checkChoice('status', status, SKILL_STATUSES);
  checkSwitches({ current });
}

/** @throws SkillgraftError `bad-option` */
export function checkObject(options: unknown): void {
  if (typeof options === 'object' && options !== null) return;
  throw badOption('The options are no object.', 'Give an object, such as { limit: 5 }.');
}

/** @throws SkillgraftError `bad-option` where a value is given that is no whole number in the range */
export function checkWhole(key: string, value: unknown, { min, max }: { min: number; max: number }): void {
  if (
    value === undefined ||
    (Number.isInteger(value) && (value as number) >= min && (value as number) <= max)
  )
    return;
  throw badOption(`${key} cannot be ${shown(value)}.`, `Give a whole number from ${min} to ${max}.`);
}

/** @throws SkillgraftError `bad-option` where a value is given that is none of the choices */
export function checkChoice(key: string, value: unknown, choices: readonly string[]): void {
  if (value === undefined || choices.includes(value as string)) return;
  throw badOption(`${key} cannot be ${shown(value)}.`, `Give one of: ${choices.join(', ')}.`);
}

function checkSwitches(switches: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(switches)) {
    if (value === undefined || typeof value === 'boolean') continue;
    throw badOption(`${key} cannot be ${shown(value)}.`, 'Give true or false, or leave it out.');
  }
}

/** A value as it was given, in short. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text;
}

export function badOption(message: string, hint: string): SkillgraftError {
  return new SkillgraftError('bad-option', message, hint);
}
