import { badOption, checkChoice, checkObject, checkWhole } from '../search/check-options.js';
import { QUERY_FORMS } from './query-form.js';
import type { Outcome, RecorderOptions } from './recorder.js';

/**
 * Checks what a caller without types may get wrong.
 *
 * @throws SkillgraftError `bad-option`
 */
export function checkRecorderOptions(options: RecorderOptions): void {
  checkObject(options);
  const { queries, perMinute, onProblem, onFailing, repository, now } = options;
  checkChoice('queries', queries, QUERY_FORMS);
  checkWhole('perMinute', perMinute, { min: 1, max: 1_000_000 });
  checkText('repository', repository);
  for (const [key, value] of Object.entries({ onProblem, onFailing, now })) {
    if (value === undefined || typeof value === 'function') continue;
    throw badOption(`${key} is no function.`, 'Give a function, or leave it out.');
  }
}

/** @throws SkillgraftError `bad-option` */
export function checkOutcome(outcome: Outcome): void {
  checkObject(outcome);
  const { skill, query, success, reason, version } = outcome;
  if (typeof skill !== 'string')
    throw badOption('skill is no text.', 'Give a name, a path or a skill:// URI.');
  if (typeof success !== 'boolean')
    throw badOption('success is neither true nor false.', 'Give one of them.');
  for (const [key, value] of Object.entries({ query, reason, version })) checkText(key, value);
}

function checkText(key: string, value: unknown): void {
  if (value === undefined || typeof value === 'string') return;
  throw badOption(`${key} is no text.`, `Give ${key} as a text, or leave it out.`);
}
