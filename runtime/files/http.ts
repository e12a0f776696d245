import { sha256 } from '../../schema/codec.js';
import { SkillgraftError } from '../../schema/errors.js';
import { INDEX_FILE, isSafePath } from '../../schema/format.js';
import { LATEST_FILE, readLatest } from '../../schema/latest.js';
import type { ArtifactFiles } from './files.js';

/**
 * Files of an artifact that is served over HTTP. `url` names its index.json or, where its path does not end in `.json`,
 * its folder, with or without a slash at the end. Its query, such as a token, goes with every request. Where that is a
 * published folder or its latest.json, all files are of the version that was the latest when the index was read.
 */
export function httpFiles(url: URL): ArtifactFiles {
  let base = indexAddress(url);
  const mayBePublished = !url.pathname.endsWith('.json');
  const readIndex = async (): Promise<Uint8Array> => {
    const bytes = await fetchBytes(base).catch(async (error: unknown) => {
      if (!mayBePublished || !isMissing(error)) throw error;
      const latest = addressOf(LATEST_FILE, base);
      const found = await fetchBytes(latest).catch(() => null);
      if (found === null) throw error;
      base = latest;
      return found;
    });
    const latest = readLatest(bytes);
    if (latest === null) return bytes;
    base = addressOf(latest.index, base);
    return fetchBytes(base);
  };
  return {
    location: base.href,
    async read(name) {
      return name === INDEX_FILE ? readIndex() : fetchBytes(addressOf(name, base));
    },
    readPrevious: async () => null,
    digest: sha256,
  };
}

function indexAddress(url: URL): URL {
  const address = new URL(url);
  address.hash = '';
  if (url.pathname.endsWith('.json')) return address;
  address.pathname = `${url.pathname.replace(/\/$/, '')}/${INDEX_FILE}`;
  return address;
}

/** An artifact names its own files; one that points out of its folder was not made by a build. */
function addressOf(name: string, base: URL): URL {
  if (isSafePath(name)) {
    const address = new URL(name.toWellFormed().split('/').map(encodeURIComponent).join('/'), base);
    address.search = base.search;
    return address;
  }
  const message = `The index names a file outside its folder: ${name}`;
  throw new SkillgraftError('artifact-broken', message, 'Build it again.');
}

function isMissing(error: unknown): boolean {
  return error instanceof SkillgraftError && error.code === 'artifact-file-missing';
}

/** Milliseconds that one file may take as a whole. */
const TOTAL = 300_000;

/** @throws SkillgraftError `artifact-file-missing`, `artifact-unreachable` */
export async function fetchBytes(url: URL): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TOTAL) }).catch((error: unknown) => {
    throw unreachable(`Cannot reach ${url.href}.`, error);
  });
  if (!response.ok) {
    throw new SkillgraftError(
      'artifact-file-missing',
      `${url.href} answered ${response.status}.`,
      'Check that the address is that of a published index.',
    );
  }
  const body = await response.arrayBuffer().catch((error: unknown) => {
    throw unreachable(`The answer of ${url.href} broke off.`, error);
  });
  return new Uint8Array(body);
}

function unreachable(message: string, cause: unknown): SkillgraftError {
  return new SkillgraftError('artifact-unreachable', message, 'Check the address and the network.', {
    cause,
  });
}
