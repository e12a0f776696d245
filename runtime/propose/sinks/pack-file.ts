import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { RawObject } from '../../git/cat-file.js';

const TYPES: ReadonlyMap<string, number> = new Map([
  ['commit', 1],
  ['tree', 2],
  ['blob', 3],
]);

/** Objects as a packfile, version 2, each whole (gitformat-pack). */
export function packFile(objects: readonly RawObject[], format: 'sha1' | 'sha256'): Buffer {
  const header = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
  header.writeUInt32BE(objects.length, 8);
  const parts: Uint8Array[] = [header];
  for (const { type, data } of objects)
    parts.push(entryHeader(TYPES.get(type)!, data.length), deflateSync(data));
  const pack = Buffer.concat(parts);
  return Buffer.concat([pack, createHash(format).update(pack).digest()]);
}

/** Type and length: four bits of the length in the first byte, then seven in each; the high bit says that one follows. */
function entryHeader(type: number, length: number): Buffer {
  const bytes: number[] = [];
  let byte = (type << 4) | (length & 0x0f);
  for (let rest = Math.floor(length / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  return Buffer.from([...bytes, byte]);
}
