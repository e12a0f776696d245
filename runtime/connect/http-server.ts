import { SkillgraftError } from '../../schema/errors.js';
import type { Server } from './types.js';

/** Where the server answers, unless the address says otherwise. */
const ENDPOINT = '/mcp';

/**
 * A server that is reached at an address.
 *
 * @param tokenEnv name of the variable that holds the token
 * @throws SkillgraftError `bad-option`
 */
export function httpServer(address: string, tokenEnv: string | undefined): Server {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw badAddress('is no http or https address', 'Give it as in https://skills.example.com/mcp.');
  if (url.username !== '' || url.password !== '')
    throw badAddress('holds a name or a password', 'Name the variable that holds a token: --token-env VAR.');
  if (tokenEnv !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(tokenEnv)) {
    const hint = 'Give the name of a variable, such as SKILLGRAFT_TOKEN; its value stays in the environment.';
    throw new SkillgraftError('bad-option', '--token-env is no name of a variable.', hint);
  }
  url.hash = '';
  if (url.pathname === '/') url.pathname = ENDPOINT;
  return { kind: 'http', url: url.href, tokenEnv: tokenEnv ?? null };
}

/** The address itself is not repeated: it may hold a password. */
function badAddress(reason: string, hint: string): SkillgraftError {
  return new SkillgraftError('bad-option', `The address of --http ${reason}.`, hint);
}
