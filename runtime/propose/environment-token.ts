import { SkillgraftError } from '../../schema/errors.js';
import { TOKEN_VARIABLE } from '../config/parse-env.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that may hold the token, the first one that is set counts. */
const VARIABLES = [TOKEN_VARIABLE, 'GITHUB_TOKEN', 'GH_TOKEN'];

/**
 * The token of the environment for the hosts that it would be sent to; empty where there is none. It goes to GitHub,
 * and to hosts that the environment itself names (GH_HOST, GITHUB_SERVER_URL) or the caller trusts: neither a remote
 * nor a file of a repository can lead it elsewhere.
 *
 * @param trusted hosts that a flag or the environment named
 * @throws SkillgraftError `token-host`
 */
export function environmentToken(
  env: Environment,
  hosts: readonly string[],
  trusted: readonly string[] = [],
): string {
  const token = VARIABLES.map((name) => env[name]?.trim() ?? '').find((value) => value !== '') ?? '';
  if (token === '') return '';
  const named = [env.GH_HOST, env.GITHUB_SERVER_URL].flatMap((value) => hostOf(value) ?? []);
  const own = new Set([...named, ...trusted]);
  const stranger = hosts.find((host) => !isGitHub(host) && !own.has(host));
  if (stranger === undefined) return token;
  throw new SkillgraftError(
    'token-host',
    `${stranger} is no host that the token is known to be for, and it was not sent there.`,
    `If it is, set GH_HOST=${stranger} in the environment.`,
  );
}

/** The host that an address, or a name alone, stands for; without a port. */
export function hostOf(text: string | undefined): string | null {
  const trimmed = text?.trim().toLowerCase() ?? '';
  if (trimmed === '') return null;
  const address = /^[a-z]+:\/\//.test(trimmed) ? trimmed : `https://${trimmed}`;
  return URL.canParse(address) ? new URL(address).hostname : null;
}

function isGitHub(host: string): boolean {
  return /^(?:(?:www\.|ssh\.|api\.)?github\.com|(?:[a-z0-9-]+\.)+ghe\.com)$/.test(host);
}
