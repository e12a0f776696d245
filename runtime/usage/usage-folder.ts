import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { stateFolder, type UserPlace } from '../files/user-folders.js';
import { locateRepository } from '../git/locate.js';
import { nameOfSource } from '../library/source.js';
import type { SkillIndex } from '../skill-index.js';

/**
 * Where the events of a repository lie: below the user's state folder, one folder for each place of a repository, so that
 * those of two repositories, clones and forks among them, never mix.
 */
export function usageFolder(place: string, user: UserPlace): string {
  const key = createHash('sha256').update(place).digest('hex').slice(0, 16);
  return join(stateFolder(user), 'usage', `${nameOfSource(nameIn(place))}-${key}`);
}

/**
 * Where the events of an index lie.
 *
 * @param options a folder in its repository, where the index does not tell it; where the user's folders are
 * @throws SkillgraftError `usage-nowhere`
 */
export async function eventsFolder(
  index: SkillIndex,
  { repository, user = { env: process.env } }: { readonly repository?: string; readonly user?: UserPlace },
): Promise<string> {
  const place = repository === undefined ? await placeOfIndex(index) : await placeOfRepository(repository);
  return usageFolder(place, user);
}

/**
 * The place of the repository that an index is of: the git folder of the repository around it that has its commit, which
 * linked worktrees share; else the index itself, by its path or its address. An index that was copied into another
 * repository is not of that one.
 *
 * @throws SkillgraftError `usage-nowhere` for an index that was given as an object
 */
export async function placeOfIndex(index: SkillIndex): Promise<string> {
  const { location } = index;
  if (!isAbsolute(location)) {
    if (URL.canParse(location)) return withoutSecrets(location);
    const message = 'An index that lies nowhere has no place for its events.';
    throw new SkillgraftError('usage-nowhere', message, 'Give `repository`, a folder in its repository.');
  }
  const { findRepository } = await import('../propose/open-place.js');
  const repository = await findRepository([dirname(location)], index).catch(() => null);
  await repository?.close();
  if (repository !== null) return placeOfRepository(repository.dir);
  return realpath(location).catch(() => location);
}

/** The place of the repository that a folder lies in: its git folder; the folder itself where there is none. */
export async function placeOfRepository(folder: string): Promise<string> {
  const found = await locateRepository(folder);
  return realpath(found?.commonDir ?? folder).catch(() => folder);
}

/** What people call it: of `…/skills/.git` it is `…/skills`. */
function nameIn(place: string): string {
  return place.replace(/[\\/]\.git[\\/]?$/, '');
}

function withoutSecrets(address: string): string {
  const url = new URL(address);
  for (const part of ['username', 'password', 'search', 'hash'] as const) url[part] = '';
  return url.href;
}
