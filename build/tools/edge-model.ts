import { readFileSync } from 'node:fs';
import { type ModelCard, readModelCard } from '../../runtime/embed/model-card.js';
import { packageRoot } from '../../runtime/package-info.js';

const FOLDER = 'runtime/embed/skillgraft-static-en-v1/';
/** Dimensions that a worker has: half the table, at about a point of hit@1. */
export const EDGE_DIMS = 128;

/** The packaged model as a worker has it. */
export interface EdgeModel {
  /** Text of model.json. The digests stay those of the whole model: they name it. */
  readonly card: string;
  /** A float32 scale a row, then the rows. */
  readonly table: Uint8Array;
  readonly vocab: string;
}

/** Takes the first dimensions of the packaged model. */
export function edgeModel(dims = EDGE_DIMS): EdgeModel {
  const folder = new URL(FOLDER, packageRoot());
  const read = (name: string): Uint8Array => readFileSync(new URL(name, folder));
  const card = readModelCard(new TextDecoder().decode(read('model.json')));
  return {
    card: JSON.stringify({ ...card, dims }),
    table: firstDimensions(read('table.bin'), card, dims),
    vocab: new TextDecoder().decode(read('vocab.txt')),
  };
}

/** The first part of each row; two dimensions a byte. */
function firstDimensions(table: Uint8Array, { tokens, dims }: ModelCard, kept: number): Uint8Array {
  const [size, keptSize] = [dims / 2, kept / 2];
  const scales = 4 * tokens;
  const cut = new Uint8Array(scales + tokens * keptSize);
  cut.set(table.subarray(0, scales));
  for (let row = 0; row < tokens; row += 1) {
    const start = scales + row * size;
    cut.set(table.subarray(start, start + keptSize), scales + row * keptSize);
  }
  return cut;
}
