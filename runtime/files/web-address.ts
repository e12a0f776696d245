import { SkillgraftError } from '../../schema/errors.js';
import { INDEX_FILE, isSafePath } from '../../schema/format.js';

/** Where an index lies on the web, the credentials that its address held apart. */
export interface WebAddress {
  /** Of its index.json or its archive, with the query, without user and password. */
  readonly url: URL;
  /** A folder was named: it may be a published one, with a latest.json. */
  readonly isFolder: boolean;
  /** Sent to this origin only. */
  readonly authorization: string | null;
  /** For messages and logs: no user, no password, no query. */
  readonly shown: string;
}

/** True for an address of this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Reads the address of an index: of its index.json, of its archive or, where its path ends in neither `.json` nor `.tar.gz`,
 * of its folder.
 *
 * @param isPlainAllowed true: `http:` to other machines, too
 * @throws SkillgraftError `artifact-location`, `address-not-encrypted`
 */
export function readAddress(text: string, isPlainAllowed = false): WebAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const hint = 'Give an https address of an index.json or of its folder.';
    throw new SkillgraftError('artifact-location', 'The address of an index cannot be read.', hint);
  }
  const { username, password } = url;
  url.username = '';
  url.password = '';
  url.hash = '';
  const isFolder = !url.pathname.endsWith('.json') && !isArchive(url.pathname);
  if (isFolder) url.pathname = `${url.pathname.replace(/\/$/, '')}/${INDEX_FILE}`;
  const shown = showAddress(url);
  if (url.protocol === 'http:' && !isLoopback(url) && !isPlainAllowed) {
    throw new SkillgraftError(
      'address-not-encrypted',
      `${shown} is not encrypted: what is read could have been changed on the way.`,
      'Use https. Where that cannot be, set SKILLGRAFT_INSECURE_HTTP to yes.',
    );
  }
  return { url, isFolder, authorization: basic(username, password), shown };
}

/** True for the name of an archive of an index. */
export function isArchive(path: string): boolean {
  return /\.(?:tar\.gz|tgz)$/i.test(path);
}

/** An address as it may be shown and logged. */
export function showAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/**
 * The address of a file beside the index. An artifact names its own files; one that points out of its folder was not made
 * by a build.
 *
 * @throws SkillgraftError `artifact-broken`
 */
export function addressBeside({ url }: Pick<WebAddress, 'url'>, name: string): URL {
  if (name === INDEX_FILE) return url;
  if (isSafePath(name)) {
    const address = new URL(name.toWellFormed().split('/').map(encodeURIComponent).join('/'), url);
    address.search = url.search;
    return address;
  }
  const message = `The index names a file outside its folder: ${name}`;
  throw new SkillgraftError('artifact-broken', message, 'Build it again.');
}

function basic(username: string, password: string): string | null {
  if (username === '' && password === '') return null;
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}
