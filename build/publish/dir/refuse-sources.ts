import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_FILE, parseConfigFile } from '../../../runtime/config/parse-file.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { SKILL_ROOTS } from '../../../schema/skill/roots.js';
import { pathBelow, realPathOf } from '../../out-folder.js';
import type { PublishInput } from '../types.js';

/**
 * Refuses to publish among the sources: into the repository's top, a folder of skills, or one inside of it.
 *
 * @param roots folders of skills; null: those of the repository's settings, or the usual ones
 * @throws SkillgraftError `out-is-source`
 */
export async function refuseSources(
  folder: string,
  { repository, publishable }: Pick<PublishInput, 'repository' | 'publishable'>,
  roots: readonly string[] | null,
): Promise<void> {
  if (repository === null) return;
  const [out, top] = await Promise.all([realPathOf(folder), realPathOf(repository.dir)]);
  if (out === top) throw isSource(folder, 'is the repository itself');
  if (repository.bare && pathBelow(top, out) !== null) throw isSource(folder, "is inside git's own folder");
  const named = [
    ...(roots ?? (await rootsIn(repository.dir))),
    ...publishable.skills.map(({ path }) => path),
  ];
  for (const root of new Set(named)) {
    const source = await realPathOf(join(top, root));
    // Where the whole repository is a root, folders without a skill are none.
    if (source !== top && pathBelow(source, out) !== null)
      throw isSource(folder, `lies in ${root}, where skills are`);
  }
}

async function rootsIn(top: string): Promise<readonly string[]> {
  const text = await readFile(join(top, CONFIG_FILE), 'utf8').catch(() => '{}');
  return parseConfigFile(text, CONFIG_FILE).values.roots ?? SKILL_ROOTS;
}

function isSource(folder: string, why: string): SkillgraftError {
  const hint =
    'Choose another --dir: one beside the skills, such as public, or one outside of the repository.';
  return new SkillgraftError('out-is-source', `${folder} ${why}.`, hint);
}
