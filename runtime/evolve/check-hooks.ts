import { SkillgraftError } from '../../schema/errors.js';
import { badOption, checkObject, checkWhole } from '../search/check-options.js';
import { HOOK_TIME } from './call-hook.js';
import type { EvolveContext } from './types.js';

/**
 * Checks what a caller without types may get wrong.
 *
 * @param hooks functions by name; those of `needed` have to be there
 * @throws SkillgraftError `bad-option`
 */
export function checkHooks(context: EvolveContext, hooks: object, needed: string): void {
  checkObject(context);
  checkObject(hooks);
  checkObject(context.index);
  checkWhole('timeoutMs', context.timeoutMs, HOOK_TIME);
  for (const [name, hook] of Object.entries({ [needed]: undefined, ...hooks })) {
    if (typeof hook === 'function' || (hook === undefined && name !== needed)) continue;
    throw badOption(`${name} is no function.`, `Give a function ${name}.`);
  }
}

/** @throws SkillgraftError `hook-failed` where a function gave something else than it should */
export function checkGiven<T extends object>(name: string, value: T | null | undefined): T | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  throw new SkillgraftError(
    'hook-failed',
    `The function ${name} gave neither an object nor null.`,
    `Mend ${name}; nothing was proposed.`,
  );
}

/** @throws SkillgraftError `hook-failed` where `validate` gave something else than a text or null */
export function checkVerdict(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value || null;
  throw new SkillgraftError(
    'hook-failed',
    'The function validate gave neither a text nor null.',
    'Have it say what is wrong, or give null where nothing is; nothing was proposed.',
  );
}
