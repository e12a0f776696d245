import { SkillgraftError } from '../../../schema/errors.js';

/** Where a remote repository is. */
export interface RemoteAddress {
  readonly transport: 'http' | 'ssh';
  /** Without credentials; for `ssh` as git takes it. */
  readonly url: string;
  /** Lower case, with the port where one is named. */
  readonly host: string;
  /** Path on the host without slashes at its ends and without `.git`. */
  readonly path: string;
  /** Credentials that stood in an http(s) address; empty where there were none. */
  readonly username: string;
  readonly password: string;
}

const SSH_USER = /^\w[\w.-]*$/;
const SSH_HOST = /^[a-z0-9][a-z0-9.-]*$/i;

/**
 * Reads the address of a remote: `https://`, `http://`, `ssh://` or `user@host:path`. Nothing else is spoken, so that
 * no setting can make a push run a program or write to a folder.
 *
 * @param use what remotes are for, as the error says it
 * @throws SkillgraftError `remote-unsupported`
 */
export function parseRemote(address: string, use = 'proposals are pushed to'): RemoteAddress {
  const text = address.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return fromHttp(url);
  if (url?.protocol === 'ssh:') return fromSsh(url, text) ?? unsupported(text, use);
  return fromShortForm(text) ?? unsupported(text, use);
}

function fromHttp(url: URL): RemoteAddress {
  const { username, password, host, pathname } = url;
  const clean = `${url.protocol}//${host}${pathname.replace(/\/+$/, '')}`;
  return {
    transport: 'http',
    url: clean,
    host,
    path: trimmedPath(pathname),
    username: decode(username),
    password: decode(password),
  };
}

function fromSsh(url: URL, text: string): RemoteAddress | null {
  const { username, password, hostname, port, pathname } = url;
  if (password !== '' || !SSH_HOST.test(hostname) || pathname.length < 2) return null;
  if (username !== '' && !SSH_USER.test(username)) return null;
  const host = port === '' ? hostname.toLowerCase() : `${hostname.toLowerCase()}:${port}`;
  return { transport: 'ssh', url: text, host, path: trimmedPath(pathname), username: '', password: '' };
}

/** `user@host:path`, which is no URL. One letter before the colon is a drive. */
function fromShortForm(text: string): RemoteAddress | null {
  const [, user, host = '', path = ''] = /^(?:([^@:/]+)@)?([^@:/]+):(?!:)(.+)$/.exec(text) ?? [];
  if (!SSH_HOST.test(host) || path === '' || path.startsWith('//') || host.length < 2) return null;
  if (user !== undefined && !SSH_USER.test(user)) return null;
  const parts = { host: host.toLowerCase(), path: trimmedPath(path), username: '', password: '' };
  return { transport: 'ssh', url: text, ...parts };
}

function trimmedPath(path: string): string {
  return decode(path)
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What stands before an `@` may be a token, and is not shown. */
function unsupported(text: string, use: string): never {
  const shown = text.replace(/^.*@/s, '');
  throw new SkillgraftError(
    'remote-unsupported',
    `${JSON.stringify(shown)} is no remote that ${use}.`,
    'Give an address such as https://host/owner/repository or git@host:owner/repository.',
  );
}
