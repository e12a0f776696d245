import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Bytes from which on it is worth the while. */
const LEAST = 1024;

/** Whether an answer of this media type gets smaller. Streams of events are sent as they come. */
export function isCompressible(type: string): boolean {
  return (
    (type.startsWith('text/') && !type.startsWith('text/event-stream')) ||
    /^(?:application\/(?:json|jsonl|toml|xml|yaml)|image\/svg\+xml)\b/.test(type)
  );
}

/** The encoding that the caller takes, brotli before gzip; null: none of them. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null;
  const taken = header
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part));
  const names = taken.map((part) => part.split(';', 1)[0]!.trim());
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding)) ?? null;
}

/** The bytes in that encoding; null where they are too few. */
export async function compress(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array | null> {
  if (bytes.length <= LEAST) return null;
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 6 });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  // Higher qualities are for files that are compressed once.
  const params = { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return promisify(brotliCompress)(bytes, { params });
}
