import { fromBase64 } from '../../schema/codec.js';
import type { PackedField } from '../../schema/index.types.js';
import { readVarints } from '../../schema/varint.js';

/** Characters that one byte takes in base64. */
const BASE64 = 4 / 3;

/**
 * Adds to `sums` what a field keeps of each document: its own postings, and its share of the terms that it has in common
 * with others.
 *
 * @throws RangeError where the packed numbers do not fit each other
 */
export function addPostingBytes(field: PackedField, sums: Float64Array): void {
  const terms = field.terms === '' ? [] : field.terms.split('\n');
  const bytes = fromBase64(field.postings);
  const sizes = readVarints(fromBase64(field.sizes), terms.length);
  const documentOf = documentsOf(field, sums.length);
  let start = 0;
  terms.forEach((term, i) => {
    const end = start + sizes[i]!;
    const cursor = new Cursor(bytes, start);
    const units = cursor.next();
    // The term itself, its size and its document frequency are there for all that have it.
    const share = (term.length + 1 + BASE64 * (cursor.at - start + 1)) / units;
    for (let unit = -1; cursor.at < end; ) {
      const from = cursor.at;
      unit += cursor.next() + 1;
      cursor.next();
      sums[documentOf(unit)]! += share + BASE64 * (cursor.at - from);
    }
    start = end;
  });
}

/** Reads varints one after another. */
class Cursor {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  next(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw new RangeError('varints end early');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
}

function documentsOf({ units }: PackedField, documents: number): (unit: number) => number {
  if (units === undefined) return (unit) => unit;
  const of: number[] = [];
  readVarints(fromBase64(units), documents).forEach((count, document) => {
    for (let i = 0; i < count; i += 1) of.push(document);
  });
  return (unit) => of[unit]!;
}
