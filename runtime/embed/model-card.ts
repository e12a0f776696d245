import { SkillgraftError } from '../../schema/errors.js';

/** What model.json says of a static model. */
export interface ModelCard {
  readonly name: string;
  readonly version: number;
  /** Rows of the table. */
  readonly tokens: number;
  readonly dims: number;
  /** Tokens after which a text is cut off. */
  readonly maxTokens: number;
  /** 64 lower-case hex digits each. */
  readonly sha256: Readonly<Record<'table.bin' | 'vocab.txt', string>>;
}

/** @throws SkillgraftError `model-broken` where it is no description of a table that this reader knows */
export function readModelCard(text: string): ModelCard {
  const card = parse(text) as (ModelCard & { bits?: unknown }) | null;
  const isCard =
    typeof card === 'object' &&
    card !== null &&
    typeof card.name === 'string' &&
    card.bits === 4 &&
    [card.version, card.tokens, card.dims, card.maxTokens].every(isCount) &&
    card.dims % 4 === 0 &&
    isDigest(card.sha256?.['table.bin']) &&
    isDigest(card.sha256['vocab.txt']);
  if (isCard) return card;
  throw new SkillgraftError(
    'model-broken',
    'model.json does not describe a table of 4-bit rows with its digests.',
    'Take the model anew, or a Skillgraft that knows it.',
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
