import { SkillgraftError } from '../../schema/errors.js';
import type { Embedder, Embedding } from './embedder.js';

/** How far the square of a vector's length may be from 1: 32-bit numbers and a model's own rounding stay far below. */
const SLACK = 0.02;

/**
 * Asks an embedder, and checks its answer: it may be anybody's. Answers at once where the embedder does.
 *
 * @throws SkillgraftError `embedder-broken` where it fails, or gives something else than it promises
 */
export function askEmbedder(
  embedder: Embedder,
  texts: readonly string[],
): readonly Embedding[] | Promise<readonly Embedding[]> {
  let answer: unknown;
  try {
    answer = embedder.embed(texts);
  } catch (error) {
    throw failed(embedder, error);
  }
  if (!isPromise(answer)) return checked(embedder, texts, answer);
  return Promise.resolve(answer).then(
    (late) => checked(embedder, texts, late),
    (error: unknown) => {
      throw failed(embedder, error);
    },
  );
}

/** What a caller's function failed with; an error with advice stays what it is. */
export function brokenEmbedder(message: string, cause?: unknown): SkillgraftError {
  if (cause instanceof SkillgraftError) return cause;
  const reason = cause === undefined ? '' : `: ${cause instanceof Error ? cause.message : String(cause)}`;
  return new SkillgraftError(
    'embedder-broken',
    `${message}${reason}.`,
    'Mend the embedder, or set `embedder` to none to search by words alone.',
    { cause },
  );
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

function failed({ fingerprint }: Embedder, error: unknown): SkillgraftError {
  return brokenEmbedder(`The embedder ${fingerprint.id} failed`, error);
}

function checked(embedder: Embedder, texts: readonly string[], answer: unknown): readonly Embedding[] {
  const { id, dims } = embedder.fingerprint;
  const fault = Array.isArray(answer)
    ? answer.length === texts.length
      ? answer.map((one) => faultOf(one, dims)).find((one) => one !== null)
      : `gave ${answer.length} embeddings for ${texts.length} texts`
    : 'gave no list of embeddings';
  if (typeof fault === 'string') throw brokenEmbedder(`The embedder ${id} ${fault}`);
  return answer as readonly Embedding[];
}

function faultOf(embedding: unknown, dims: number): string | null {
  const { vector, coverage } = (embedding ?? {}) as { vector?: unknown; coverage?: unknown };
  // Also of another realm, where `instanceof` says no.
  if (Object.prototype.toString.call(vector) !== '[object Float32Array]')
    return 'gave a vector that is no Float32Array';
  const numbers = vector as Float32Array;
  if (numbers.length !== dims)
    return `gave a vector of ${numbers.length} dimensions, and its fingerprint says ${dims}`;
  const square = numbers.reduce((sum, value) => sum + value * value, 0);
  if (!Number.isFinite(square)) return 'gave a vector with a component that is no number';
  if (square !== 0 && Math.abs(square - 1) > SLACK) return 'gave a vector whose length is neither 1 nor 0';
  const isShare = typeof coverage === 'number' && coverage >= 0 && coverage <= 1;
  return isShare ? null : 'gave a coverage that is no number from 0 to 1';
}
