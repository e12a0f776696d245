import type { ModelFingerprint } from '../../schema/embedding.js';
import { badOption, checkObject, shown } from '../search/check-options.js';
import type { OpenOptions } from '../types.js';
import type { Embedder } from './embedder.js';

const WANTED =
  'Give an object with `fingerprint` and `embed`, or a function of the wanted fingerprint that gives one, or null where it has none.';

const isText = (value: unknown): boolean => typeof value === 'string';

/** What each part of a fingerprint has to be. */
const PARTS: Readonly<Record<keyof ModelFingerprint, (value: unknown) => boolean>> = {
  id: isText,
  revision: isText,
  dims: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  pooling: (value) => value === 'mean' || value === 'none',
  prefix: isText,
  normalised: (value) => typeof value === 'boolean',
  recipe: isText,
};

/**
 * Checks what a caller without types may get wrong; what a function gives is checked when it has given it.
 *
 * @throws SkillgraftError `bad-option`
 */
export function checkOpenOptions(options: OpenOptions): void {
  checkObject(options);
  const { embedder, vectorIndex } = options;
  if (embedder !== undefined && typeof embedder !== 'function') checkEmbedder(embedder, 'embedder');
  if (vectorIndex === undefined || typeof vectorIndex === 'function') return;
  throw badOption(
    `vectorIndex cannot be ${shown(vectorIndex)}.`,
    'Give a function of the vectors that gives an object with `scores`, or leave it out.',
  );
}

/**
 * @param what names the value in the message
 * @throws SkillgraftError `bad-option` where a value is no embedder
 */
export function checkEmbedder(value: unknown, what: string): asserts value is Embedder {
  const fault = faultOf(value);
  if (fault !== null) throw badOption(`${what} ${fault}.`, WANTED);
}

function faultOf(value: unknown): string | null {
  if (!isObject(value)) return `cannot be ${shown(value)}`;
  if (typeof value.embed !== 'function') return 'has no function `embed`';
  const { fingerprint } = value;
  if (!isObject(fingerprint)) return 'has no `fingerprint`';
  const wrong = Object.entries(PARTS).find(([key, isIt]) => !isIt(fingerprint[key]));
  return wrong === undefined
    ? null
    : `has the \`${wrong[0]}\` ${shown(fingerprint[wrong[0]])} in its fingerprint`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
