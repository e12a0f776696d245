import type { ModelFingerprint } from '../../schema/embedding.js';
import { SkillgraftError } from '../../schema/errors.js';
import type { Embedder, Embedding } from './embedder.js';
import { type ModelCard, readModelCard } from './model-card.js';
import { unitVector } from './unit-vector.js';
import { Vocabulary } from './vocabulary.js';
import { wordPieces } from './word-piece.js';

/** The files of a static model, as read; the platform decides from where. */
export interface StaticModelFiles {
  /** Text of model.json. */
  readonly model: string;
  /** table.bin. */
  readonly table: Uint8Array;
  /** vocab.txt, UTF-8. */
  readonly vocab: Uint8Array;
}

/** An embedding with the tokens that it is of. */
export interface StaticEmbedding extends Embedding {
  /** Number of tokens with a row, and of all tokens. */
  readonly known: number;
  readonly all: number;
}

/** The embedder of a token table: it answers at once. */
export interface StaticEmbedder extends Embedder {
  embed(texts: readonly string[]): readonly StaticEmbedding[];
  embedOne(text: string): StaticEmbedding;
  /** The known tokens of a text, in order. */
  tokens(text: string): string[];
}

/**
 * Makes an embedder of a static model's files. Their sizes are checked, their digests are not: see `openModelFolder`.
 *
 * @param dims the table's dimensions, or the first part of them
 * @throws SkillgraftError `model-broken` where the files do not fit each other
 */
export function loadStaticModel(files: StaticModelFiles, dims?: number): StaticEmbedder {
  const card = readModelCard(files.model);
  const used = dims ?? card.dims;
  if (used < 2 || used > card.dims || used % 2 !== 0) {
    const message = `The model ${card.name} has ${card.dims} dimensions; ${used} of them cannot be used.`;
    throw new SkillgraftError('model-dims', message, `Use ${card.dims}, or ${card.dims / 2}.`);
  }
  if (files.table.length !== card.tokens * rowBytes(card)) {
    throw broken('table.bin has another size than model.json says');
  }
  const vocabulary = openVocabulary(files.vocab, card.tokens);
  const vectorOf = rowSummer(files.table, card, used);
  const embedOne = (text: string): StaticEmbedding => {
    const { rows, all } = wordPieces(text, vocabulary, card.maxTokens);
    return { vector: vectorOf(rows), coverage: all === 0 ? 0 : rows.length / all, known: rows.length, all };
  };
  return {
    fingerprint: fingerprintOf(card, used),
    embed: (texts) => texts.map(embedOne),
    embedOne,
    tokens: (text) => wordPieces(text, vocabulary, card.maxTokens).rows.map((row) => vocabulary.token(row)),
  };
}

function openVocabulary(bytes: Uint8Array, tokens: number): Vocabulary {
  try {
    return new Vocabulary(bytes, tokens);
  } catch (error) {
    if (error instanceof RangeError) throw broken(`vocab.txt: ${error.message}`);
    throw error;
  }
}

/** A row's scale and its dimensions, two a byte. */
function rowBytes(card: ModelCard): number {
  return 4 + card.dims / 2;
}

/**
 * Makes vectors of rows: their normalised sum, which is that of their mean; zeros for no rows. Sums are doubles, in the
 * order in which rows first occur: the same bits on every machine.
 */
function rowSummer(
  table: Uint8Array,
  card: ModelCard,
  dims: number,
): (rows: readonly number[]) => Float32Array {
  const scales = new DataView(table.buffer, table.byteOffset, card.tokens * 4);
  const counts = new Uint32Array(card.tokens);
  const size = card.dims / 2;
  return (rows) => {
    for (const row of rows) counts[row] = counts[row]! + 1;
    const sums = new Float64Array(dims);
    for (const row of rows) {
      const count = counts[row]!;
      if (count === 0) continue;
      counts[row] = 0;
      addRow(table, card.tokens * 4 + row * size, count * scales.getFloat32(row * 4, true), sums);
    }
    return unitVector(sums);
  };
}

/** Adds a row of 4-bit numbers in two's complement, the even dimension in the low half of a byte. */
function addRow(table: Uint8Array, start: number, scale: number, sums: Float64Array): void {
  const bytes = sums.length / 2;
  for (let i = 0; i < bytes; i += 1) {
    const pair = table[start + i]!;
    sums[2 * i] = sums[2 * i]! + ((pair << 28) >> 28) * scale;
    sums[2 * i + 1] = sums[2 * i + 1]! + ((pair << 24) >> 28) * scale;
  }
}

function fingerprintOf(card: ModelCard, dims: number): ModelFingerprint {
  const digests = `${card.sha256['table.bin'].slice(0, 16)}.${card.sha256['vocab.txt'].slice(0, 16)}`;
  return {
    id: card.name,
    revision: `${card.version}-${digests}`,
    dims,
    pooling: 'mean',
    prefix: '',
    normalised: true,
    recipe: 'static-v1',
  };
}

function broken(reason: string): SkillgraftError {
  const message = `The embedded model cannot be used: ${reason}.`;
  return new SkillgraftError('model-broken', message, 'Install Skillgraft again, or take the model anew.');
}
