import { createHash } from 'node:crypto';

/** SHA-256 of bytes as `sha256:` and 64 lower-case hex digits, at once: `sha256` of the codec is for where Node is not. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
