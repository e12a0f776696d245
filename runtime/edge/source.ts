import { SkillgraftError } from '../../schema/errors.js';
import { INDEX_FILE, isSafePath } from '../../schema/format.js';

/** An index file as it is served now. */
export interface IndexFile {
  readonly bytes: Uint8Array;
  /** What the server calls this state of it; null where it says nothing. */
  readonly etag: string | null;
}

/** Where a worker's artifact comes from. */
export interface EdgeSource {
  /** For messages. */
  readonly location: string;
  /**
   * The index file; null where it is still the one of a tag.
   *
   * @throws SkillgraftError `artifact-unreachable`, `artifact-file-missing`
   */
  index(known: string | null): Promise<IndexFile | null>;
  /** @throws SkillgraftError `artifact-unreachable`, `artifact-file-missing`, `artifact-broken` */
  file(path: string): Promise<Uint8Array>;
}

/** What fetches: the platform, or a binding to a folder of assets. */
export type Fetch = (request: Request) => Promise<Response>;

/** Milliseconds that one file may take. */
const PATIENCE = 10_000;

/**
 * An artifact that is fetched.
 *
 * @param base address of its folder, or of its index.json; a query, such as a token, goes with every request
 */
export function fetchedSource(fetch: Fetch, base: URL): EdgeSource {
  const index = new URL(base);
  index.hash = '';
  if (!base.pathname.endsWith('.json')) index.pathname = `${base.pathname.replace(/\/$/, '')}/${INDEX_FILE}`;
  const get = (url: URL, headers: Record<string, string> = {}): Promise<Response> =>
    fetchFile(fetch, new Request(url, { headers, signal: AbortSignal.timeout(PATIENCE) }));
  return {
    location: `${index.origin}${index.pathname}`,
    async index(known) {
      const response = await get(index, known === null ? {} : { 'If-None-Match': known });
      if (response.status === 304) return null;
      return { bytes: await bytesOf(response, index), etag: response.headers.get('etag') };
    },
    async file(path) {
      const url = addressOf(path, index);
      return bytesOf(await get(url), url);
    },
  };
}

/** An artifact names its own files; one that points out of its folder was not made by a build. */
function addressOf(path: string, index: URL): URL {
  if (!isSafePath(path)) {
    const message = `The index names a file outside its folder: ${path}`;
    throw new SkillgraftError('artifact-broken', message, 'Build it again.');
  }
  const url = new URL(path.toWellFormed().split('/').map(encodeURIComponent).join('/'), index);
  url.search = index.search;
  return url;
}

async function fetchFile(fetch: Fetch, request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    throw unreachable(`Cannot reach ${shown(new URL(request.url))}.`, error);
  }
}

async function bytesOf(response: Response, url: URL): Promise<Uint8Array> {
  if (!response.ok) {
    const message = `${shown(url)} answered ${response.status}.`;
    const hint = 'Check that the folder which is deployed, or the address, is that of an index.';
    await response.body?.cancel();
    throw new SkillgraftError('artifact-file-missing', message, hint);
  }
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw unreachable(`The answer of ${shown(url)} broke off.`, error);
  }
}

/** Without its query, which may hold a token. */
function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

function unreachable(message: string, cause: unknown): SkillgraftError {
  return new SkillgraftError('artifact-unreachable', message, 'Check the address and the network.', {
    cause,
  });
}
