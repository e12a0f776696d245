import { type Algorithm, hashBytes } from '../hash-bytes.js';

/** The part of Node's hashes that is used: bytes or text in, hexadecimal digits out, at once. */
export function createHash(algorithm: string) {
  const parts: Uint8Array[] = [];
  const hash = {
    update(part: Uint8Array | string) {
      parts.push(typeof part === 'string' ? new TextEncoder().encode(part) : part);
      return hash;
    },
    digest(_: 'hex'): string {
      return Array.from(hashBytes(algorithm as Algorithm, joined(parts)), hex).join('');
    },
  };
  return hash;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
