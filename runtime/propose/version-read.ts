import { SkillgraftError } from '../../schema/errors.js';
import { filesOfSkill } from '../content.js';
import { digestOf } from '../files/digest.js';
import type { SkillIndex } from '../skill-index.js';
import { checkBaseVersion } from './plan/base-version.js';
import { joinPath } from './plan/paths.js';
import type { BaseSkill, PlanBase, ProposalRequest } from './types.js';

/**
 * Refuses a request of a caller who read skills from an index where the base has another text of them by now. What is
 * read anew when the plan is made is no matter: DERIVE's parent, and what a maintainer does to a skill as a whole.
 *
 * @throws SkillgraftError `version-conflict`, naming both versions
 */
export function refuseStale(base: PlanBase, request: ProposalRequest, index: SkillIndex): void {
  if (request.baseVersion !== undefined) return;
  const { action, name, targetSkillName, sourceSkillNames = [] } = request;
  const words = action === 'FIX' ? [targetSkillName ?? name] : action === 'MERGE' ? sourceSkillNames : [];
  for (const word of words) {
    const [skill, ...others] = base.find(word);
    if (skill !== undefined && others.length === 0) compare(base, skill, request, index);
  }
}

function compare(base: PlanBase, skill: BaseSkill, { files = {} }: ProposalRequest, index: SkillIndex): void {
  const entry = index.skills.find(({ path }) => path === skill.path);
  if (entry === undefined) return;
  const read = new Map(filesOfSkill(entry).map(({ path, digest }) => [path, digest]));
  const differs = (below: string): boolean => {
    const there = skill.files.get(joinPath(skill.path, below));
    return read.get(below) !== (there === undefined ? undefined : digestOf(there.bytes));
  };
  const { versions, truncated } = index.lineage(skill.path);
  const commit = versions.at(-1)?.commit ?? index.artifact.source.commit;
  if (differs('SKILL.md')) checkBaseVersion(base, skill, truncated ? index.artifact.source.commit : commit);
  const file = Object.keys(files).find(differs);
  if (file === undefined) return;
  throw new SkillgraftError(
    'version-conflict',
    `${joinPath(skill.path, file)} is at ${base.commit} another one than at ${index.artifact.source.commit ?? 'the index'}, where it was read.`,
    'Read the file again, bring the change up to date, and propose it with the new base_version.',
  );
}
