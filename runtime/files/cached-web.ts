import { INDEX_FILE } from '../../schema/format.js';
import { digestOf } from './digest.js';
import { fetchLimited } from './fetch-limited.js';
import type { ArtifactFiles } from './files.js';
import { addressBeside, type WebAddress } from './web-address.js';
import type { WebCache } from './web-cache.js';

/** An index at an address, as it was fetched. */
export interface WebIndex {
  /** Bytes of its index.json, and their digest. */
  readonly bytes: Uint8Array;
  readonly digest: string;
}

/** What a server said of its index, when it was asked. */
export interface WebAnswer {
  /** Null: it is still the one that was known. */
  readonly index: WebIndex | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Bytes of one file at most. */
const MOST_BYTES = 256 * 1024 * 1024;
/** Milliseconds without a byte; shorter where there is something to go on with. */
export const SILENCE = { alone: 15_000, beside: 3_000 } as const;

/**
 * Asks a server for its index.
 *
 * @param known what the cache has: where that is what the server still has, it is not sent again
 * @throws SkillgraftError `artifact-unreachable`, `artifact-file-missing`, `artifact-too-large`
 */
export async function askForIndex(
  address: WebAddress,
  known: {
    readonly digest: string;
    readonly etag: string | null;
    readonly lastModified: string | null;
  } | null,
): Promise<WebAnswer> {
  const headers = { ...credentials(address), ...conditions(known) };
  const silence = known === null ? SILENCE.alone : SILENCE.beside;
  const { bytes, etag, lastModified } = await fetchLimited(address.url, headers, {
    silence,
    bytes: MOST_BYTES,
  });
  const validators = { etag: etag ?? known?.etag ?? null, lastModified: lastModified ?? null };
  if (bytes === null) return { index: null, ...validators };
  const digest = digestOf(bytes);
  return { index: digest === known?.digest ? null : { bytes, digest }, etag, lastModified };
}

/** The files of an index that was fetched: those that the cache does not have are fetched when they are first read. */
export function cachedFiles(address: WebAddress, { bytes }: WebIndex, cache: WebCache): ArtifactFiles {
  return {
    location: address.shown,
    async read(name, digest) {
      if (name === INDEX_FILE) return bytes;
      const known = digest === undefined ? null : await cache.read(digest);
      if (known !== null) return known;
      const limits = { silence: SILENCE.alone, bytes: MOST_BYTES };
      const fetched = (await fetchLimited(addressBeside(address, name), credentials(address), limits)).bytes!;
      if (digest !== undefined && digestOf(fetched) === digest) await cache.add(digest, fetched);
      return fetched;
    },
    readPrevious: async () => null,
    digest: digestOf,
  };
}

function credentials({ authorization }: WebAddress): Record<string, string> {
  return authorization === null ? {} : { authorization };
}

function conditions(
  known: { readonly etag: string | null; readonly lastModified: string | null } | null,
): Record<string, string> {
  if (known?.etag != null) return { 'if-none-match': known.etag };
  return known?.lastModified == null ? {} : { 'if-modified-since': known.lastModified };
}
