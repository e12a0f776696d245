import { SkillgraftError } from '../../schema/errors.js';
import type { Repository } from '../git/repository.js';
import { configuredUser } from './git-config.js';
import type { Identity } from './types.js';

/** An address that leads nowhere: a mail without one is no mail for git. */
const NO_ADDRESS = 'noreply@skillgraft.invalid';

/**
 * Who a commit is by: the request's author, else the configured one, else git's own. A name alone has the address of
 * the configured person or git's user where that is the same name, and never somebody else's.
 *
 * @throws SkillgraftError `author-missing`
 */
export async function authorOf(
  wish: string | undefined,
  configured: string | undefined,
  repository: Repository | null,
): Promise<Identity> {
  const people = [readPerson(wish), readPerson(configured), await configuredUser(repository)];
  const name = people.find((person) => person.name !== null)?.name;
  const email = people.find((person) => person.name === name && person.email !== null)?.email;
  if (name) return { name, email: email ?? NO_ADDRESS };
  throw new SkillgraftError(
    'author-missing',
    'It is not known who proposes this.',
    'Give an author as `Name <address>`, or set SKILLGRAFT_AUTHOR, or user.name and user.email of git.',
  );
}

function readPerson(text: string | undefined): { name: string | null; email: string | null } {
  const [, name = '', email = ''] = /^([^<>]*?)\s*(?:<([^<>]*)>)?$/.exec(text?.trim() ?? '') ?? [];
  return { name: name || null, email: email.trim() || null };
}
