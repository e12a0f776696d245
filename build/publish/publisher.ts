import type { Repository } from '../../runtime/git/repository.js';
import { authorOf } from '../../runtime/propose/author.js';
import { checkIdentity } from '../../runtime/propose/git/check-request.js';
import type { Identity } from '../../runtime/propose/types.js';
import { SkillgraftError } from '../../schema/errors.js';

/** Who commits in GitHub Actions where nobody else is named. */
const ACTIONS: Identity = {
  name: 'github-actions[bot]',
  email: '41898282+github-actions[bot]@users.noreply.github.com',
};

/**
 * Who publishes: the author of git's variables, else that of the settings or of git's configuration, else, where GitHub
 * Actions runs, its own user.
 *
 * @param configured `Name <address>` of the settings
 * @throws SkillgraftError `author-missing`, `proposal-author`
 */
export async function publisherOf(
  env: Readonly<Record<string, string | undefined>>,
  configured: string | null,
  repository: Repository,
): Promise<Identity> {
  const { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email } = env;
  const wish = name === undefined || name === '' ? undefined : `${name}${email ? ` <${email}>` : ''}`;
  const found = await authorOf(wish, configured ?? undefined, repository).catch((error: unknown) => {
    const isMissing = error instanceof SkillgraftError && error.code === 'author-missing';
    if (isMissing && env.GITHUB_ACTIONS === 'true') return ACTIONS;
    throw error;
  });
  checkIdentity(found);
  return found;
}
