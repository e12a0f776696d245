import { readFileSync, statSync } from 'node:fs';
import { SkillgraftError } from '../../schema/errors.js';

/** Variable that holds the token of the server. */
export const TOKEN_VARIABLE = 'SKILLGRAFT_TOKEN';
const SHORTEST = 16;

export interface ServerToken {
  readonly token: string;
  /** What is wrong with how it is kept, but does not keep the server from starting. */
  readonly warning: string | null;
}

/**
 * The token that callers have to send: the first line of a file, else the environment's; null where there is none.
 *
 * @throws SkillgraftError `token-unreadable`, `token-weak`
 */
export function serverToken(file: string | null, variable: string | undefined): ServerToken | null {
  if (file === null) {
    const token = variable?.trim() ?? '';
    return token === '' ? null : { token: checked(token, TOKEN_VARIABLE), warning: null };
  }
  try {
    const token = readFileSync(file, 'utf8').split('\n', 1)[0]!.trim();
    const isOpen = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
    const warning = isOpen ? `${file} can be read by other users: chmod 600 it.` : null;
    return { token: checked(token, file), warning };
  } catch (error) {
    if (error instanceof SkillgraftError) throw error;
    const message = `Cannot read the token in ${file}: ${(error as Error).message}`;
    throw new SkillgraftError('token-unreadable', message, 'Check the file and its permissions.', {
      cause: error,
    });
  }
}

/** What can stand in a header, and cannot be guessed soon. */
function checked(token: string, place: string): string {
  if (token.length >= SHORTEST && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new SkillgraftError(
    'token-weak',
    `The token in ${place} has to have at least ${SHORTEST} characters, all of them printable ASCII without blanks.`,
    'Make one with: openssl rand -hex 32.',
  );
}
