import { readResource } from '../content.js';
import { isArchive } from '../files/web-address.js';
import type { SkillIndex } from '../skill-index.js';

/** Files that are fetched at once: a reader's own requests should not have to wait. */
const AT_ONCE = 2;

/**
 * Reads the files of the skills, SKILL.md first, so that the cache has them when the server cannot be reached. Ends with the
 * first that cannot be read: they are read when they are asked for, all the same.
 *
 * @param most bytes as a whole; a file that would be too much is left out
 */
export async function prefetch(
  { skills, files }: Pick<SkillIndex, 'skills' | 'files'>,
  most: number,
): Promise<void> {
  // An archive is whole as it is.
  if (isArchive(files.location)) return;
  const all = skills.flatMap(({ resources, uri }) =>
    resources.map((one) => ({ ...one, isText: one.uri === uri })),
  );
  const queue = [...all.filter(({ isText }) => isText), ...all.filter(({ isText }) => !isText)];
  let left = most;
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (next.size > left) continue;
      left -= next.size;
      await readResource(files, next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work)).catch(() => queue.splice(0));
}
