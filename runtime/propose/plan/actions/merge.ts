import { writeSkill } from '../../../../schema/skill/serialise.js';
import type { BaseFile, BaseSkill, PlanBase, ProposalRequest } from '../../types.js';
import { checkBaseVersion } from '../base-version.js';
import { textFile } from '../changes.js';
import { invalid } from '../errors.js';
import { findSkill, referenceTo, refuseTaken, shownName } from '../find-skill.js';
import { setKeys } from '../front-matter.js';
import { mergedBody } from '../merged-body.js';
import { mergedFiles } from '../merged-files.js';
import { mergedKeys } from '../merged-keys.js';
import { type OpenSkill, openSkill, splitText } from '../open-skill.js';
import { joinPath } from '../paths.js';
import { type ActionPlanner, type Draft, FRONT_MATTER_PARAMETERS } from '../planner.js';
import { namedFiles } from '../skill-files.js';
import { newFrontMatter } from '../skill-keys.js';

/** One skill out of several, which stay as archived ones that point to it; or one of them takes the others in. */
export const merge: ActionPlanner = {
  action: 'MERGE',
  makes: true,
  needs: ['sourceSkillNames'],
  takes: [...FRONT_MATTER_PARAMETERS, 'body', 'lesson', 'files', 'baseVersion'],
  plan: planMerge,
};

function planMerge(base: PlanBase, request: ProposalRequest): Draft {
  const sources = findSources(base, request);
  const target = findTarget(base, request, sources);
  const others = sources.filter((skill) => skill !== target);
  const notes = target === null ? [] : checkBaseVersion(base, target, request.baseVersion);
  const path = target?.path ?? joinPath(base.root, request.name);
  const united = mergedFiles(base, path, target, others);
  const files = new Map<string, BaseFile | null>(united.files);
  for (const [file, wanted] of namedFiles(base, path, united.own, request.files)) files.set(file, wanted);
  // The target comes first: what it says goes before what the others say.
  const opened = (target === null ? sources : [target, ...others]).map(openSkill);
  const result = mergedText(base, request, opened, target !== null);
  files.set(joinPath(path, 'SKILL.md'), textFile(result.text));
  const reference = target === null ? request.name : referenceTo(base, target);
  for (const open of opened) {
    if (open.skill !== target) files.set(open.file, textFile(archived(open, reference)));
  }
  const name = target === null ? request.name : shownName(target);
  return {
    path,
    name,
    files,
    skills: sources,
    title: `Merge ${others.map(shownName).join(', ')} into ${name}`,
    from: target,
    sources: others,
    notes: [...notes, ...united.notes, ...result.notes],
  };
}

function findSources(base: PlanBase, { sourceSkillNames = [] }: ProposalRequest): readonly BaseSkill[] {
  const byPath = new Map(sourceSkillNames.map((word) => findSkill(base, word)).map((one) => [one.path, one]));
  if (byPath.size >= 2) return [...byPath.values()];
  throw invalid('source_skill_names', 'names only one skill', 'Name two or more different ones.');
}

/** The source that the name means, or null for a new skill. */
function findTarget(
  base: PlanBase,
  { name, baseVersion, description }: ProposalRequest,
  sources: readonly BaseSkill[],
): BaseSkill | null {
  const named = base.find(name);
  const target = sources.find((source) => named.some(({ path }) => path === source.path));
  if (target !== undefined) return target;
  refuseTaken(base, name);
  if (baseVersion !== undefined)
    throw invalid('base_version', 'is given, but the skill is new', 'Leave it out.');
  if (description === undefined)
    throw invalid('description', 'is missing', 'A new skill needs one that says when to use it.');
  return null;
}

function mergedText(
  base: PlanBase,
  request: ProposalRequest,
  opened: readonly OpenSkill[],
  hasTarget: boolean,
): { readonly text: string; readonly notes: readonly string[] } {
  const [first] = opened as readonly [OpenSkill, ...OpenSkill[]];
  const from = (hasTarget ? opened.slice(1) : opened).map(({ skill }) => referenceTo(base, skill));
  const { values, notes } = mergedKeys(request, opened, from, hasTarget);
  const eol = hasTarget ? splitText(first.text).eol : '\n';
  const body = mergedBody(request, opened, eol);
  if (!hasTarget) return { text: writeSkill(newFrontMatter(request.name, values), body), notes };
  const text = setKeys(first.text, first.file, values);
  return { text: splitText(text).head + body, notes };
}

function archived({ text, file }: OpenSkill, reference: string): string {
  const values = new Map<string, string | readonly string[]>([
    ['status', 'archived'],
    ['superseded-by', [reference]],
  ]);
  return setKeys(text, file, values);
}
