import { SkillgraftError } from '../../schema/errors.js';
import { INDEX_FILE } from '../../schema/format.js';
import { LATEST_FILE, readLatest } from '../../schema/latest.js';
import { archiveFiles } from './archive.js';
import { digestOf } from './digest.js';
import { type Fetched, type FetchLimits, fetchLimited } from './fetch-limited.js';
import type { ArtifactFiles } from './files.js';
import { addressBeside, isArchive, type WebAddress } from './web-address.js';
import type { WebCache } from './web-cache.js';

/** An index at an address, as it was fetched. */
export interface WebIndex {
  /** Bytes of its index.json or of its archive, and their digest. */
  readonly bytes: Uint8Array;
  readonly digest: string;
  /** Path of index.json from where the server was asked; null: it is what was asked for. */
  readonly at: string | null;
}

/** What a server said of its index, when it was asked. */
export interface WebAnswer {
  /** Null: it is still the one that was known. */
  readonly index: WebIndex | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** What the cache knows of an index. */
export interface KnownIndex {
  readonly digest: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly at: string | null;
}

/** Bytes of one file at most. */
const MOST_BYTES = 256 * 1024 * 1024;
/** Milliseconds that one file may take as a whole. */
const TOTAL = 300_000;
/** Milliseconds without progress; shorter where there is something to go on with. */
export const SILENCE = { alone: 15_000, beside: 3_000 } as const;

/**
 * Asks a server for its index; where a published folder is at the address, for its latest.json and what that names.
 *
 * @param known what the cache has: where that is what the server still has, it is not sent again
 * @param signal gives it up
 * @throws SkillgraftError `artifact-unreachable`, `artifact-file-missing`, `artifact-too-large`
 */
export async function askForIndex(
  address: WebAddress,
  known: KnownIndex | null,
  signal?: AbortSignal,
): Promise<WebAnswer> {
  const silence = known === null ? SILENCE.alone : SILENCE.beside;
  const limits = { silence, total: TOTAL, bytes: MOST_BYTES, signal };
  const { bytes, etag, lastModified } = await askHead(address, known, limits);
  const validators = { etag: etag ?? known?.etag ?? null, lastModified: lastModified ?? null };
  if (bytes === null) return { index: null, ...validators };
  const at = readLatest(bytes)?.index ?? null;
  const found =
    at === null
      ? bytes
      : (await fetchLimited(addressBeside(address, at), credentials(address), limits)).bytes!;
  const digest = digestOf(found);
  const isKnown = digest === known?.digest && at === known.at;
  return { index: isKnown ? null : { bytes: found, digest, at }, etag, lastModified };
}

/** What is at the address: index.json, or the latest.json of a folder that has no other. */
async function askHead(address: WebAddress, known: KnownIndex | null, limits: FetchLimits): Promise<Fetched> {
  const headers = { ...credentials(address), ...conditions(known) };
  const latest = addressBeside(address, LATEST_FILE);
  if (known !== null && known.at !== null && address.isFolder) return fetchLimited(latest, headers, limits);
  try {
    return await fetchLimited(address.url, headers, limits);
  } catch (error) {
    const mayBePublished =
      address.isFolder && error instanceof SkillgraftError && error.code === 'artifact-file-missing';
    if (!mayBePublished) throw error;
    return await fetchLimited(latest, credentials(address), limits).catch(() => Promise.reject(error));
  }
}

/** The files of an index that was fetched: those that the cache does not have are fetched when they are first read. */
export async function cachedFiles(
  address: WebAddress,
  { bytes, at }: WebIndex,
  cache: WebCache,
): Promise<ArtifactFiles> {
  if (isArchive(address.url.pathname)) return archiveFiles(address.shown, async () => bytes);
  const base = at === null ? address : { url: addressBeside(address, at) };
  return {
    location: address.shown,
    async read(name, digest) {
      if (name === INDEX_FILE) return bytes;
      const known = digest === undefined ? null : await cache.read(digest);
      if (known !== null) return known;
      const limits = { silence: SILENCE.alone, total: TOTAL, bytes: MOST_BYTES };
      const fetched = (await fetchLimited(addressBeside(base, name), credentials(address), limits)).bytes!;
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
