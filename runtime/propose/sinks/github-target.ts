import { SkillgraftError } from '../../../schema/errors.js';
import { parseRemote } from './remote-url.js';

/** A repository on GitHub or GitHub Enterprise. */
export interface GitHubTarget {
  /** Address of the REST API, without a slash at its end. */
  readonly apiUrl: string;
  readonly owner: string;
  readonly repo: string;
}

/** What is given in place of what the remote's address says. */
export interface TargetOverrides {
  /** Such as `https://github.example.com/api/v3`. */
  readonly apiUrl?: string | undefined;
  /** `owner/repo`. */
  readonly repository?: string | undefined;
}

const NAME = /^[\w.-]+$/;

/**
 * Which repository of which API a remote's address stands for: `api.github.com` for github.com, `api.<host>` for
 * a name below ghe.com, `<host>/api/v3` for any other host.
 *
 * @throws SkillgraftError `github-target`, `remote-unsupported`
 */
export function gitHubTarget(remoteUrl: string, overrides: TargetOverrides = {}): GitHubTarget {
  const remote = parseRemote(remoteUrl);
  const [owner = '', repo = '', ...more] = (overrides.repository ?? remote.path).split('/');
  const isName = [owner, repo].every((name) => NAME.test(name) && !/^\.+$/.test(name));
  if (more.length > 0 || !isName) {
    throw new SkillgraftError(
      'github-target',
      `${overrides.repository ?? remote.url} names no repository of GitHub.`,
      'Name it as owner/repository.',
    );
  }
  return { apiUrl: checkedApi(overrides.apiUrl ?? apiOf(remote.host)), owner, repo };
}

/** Ports of ssh are no ports of the API. */
function apiOf(host: string): string {
  const name = host.replace(/:\d+$/, '').replace(/^ssh\./, '');
  if (name === 'github.com' || name === 'www.github.com') return 'https://api.github.com';
  return name.endsWith('.ghe.com') ? `https://api.${name}` : `https://${name}/api/v3`;
}

function checkedApi(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isLoopback =
    url?.protocol === 'http:' && /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(url.hostname);
  if (
    url !== null &&
    url.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' || isLoopback)
  ) {
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  }
  throw new SkillgraftError(
    'github-target',
    'The address of the GitHub API is not a plain https address.',
    'Give one such as https://github.example.com/api/v3.',
  );
}
