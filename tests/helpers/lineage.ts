import { decideLineage } from '../../build/lineage/decide.js';
import { gatherHistory } from '../../build/lineage/gather.js';
import type { TipSkill } from '../../build/lineage/types.js';
import { defaultRef, openRepository } from '../../runtime/git/open.js';
import type { LineageSection } from '../../schema/lineage.js';

export interface LineageRun {
  readonly reader?: 'native' | 'isomorphic';
  readonly ref?: string;
  readonly previous?: LineageSection;
  /** What the front matter of skills says; absent: nothing but their names. */
  readonly tips?: readonly TipSkill[];
}

/** The lineage of a repository's skills: every folder with a SKILL.md, named by its folder. */
export async function lineageOf(dir: string, run: LineageRun = {}): Promise<LineageSection> {
  const repo = await openRepository(dir, { reader: run.reader ?? 'native' });
  try {
    const head = run.ref === undefined ? (await defaultRef(repo)).commit : await repo.resolve(run.ref);
    const gathered = await gatherHistory(repo, head, run.previous);
    return decideLineage(gathered, run.tips ?? tipSkills(await repo.tree(head))).section;
  } finally {
    await repo.close();
  }
}

/** The skills of a tree. */
export function tipSkills(entries: readonly { readonly path: string }[]): TipSkill[] {
  return entries
    .filter(({ path }) => path === 'SKILL.md' || path.endsWith('/SKILL.md'))
    .map(({ path }) => (path === 'SKILL.md' ? '.' : path.slice(0, -'/SKILL.md'.length)))
    .map((path) => ({ path, name: path.slice(path.lastIndexOf('/') + 1) }));
}
