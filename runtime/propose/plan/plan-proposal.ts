import { plainLine } from '../../../schema/hidden-text.js';
import { excerpt } from '../../../schema/text.js';
import type { BaseSkill, Changelog, FileChange, Plan, PlanBase, ProposalRequest } from '../types.js';
import { ACTIONS } from './actions.js';
import { changesOf } from './changes.js';
import { refuseCollisions } from './collisions.js';
import { nothingToChange } from './errors.js';
import { joinPath } from './paths.js';
import type { Draft } from './planner.js';

const SUBJECT_LIMIT = 72;

/**
 * Plans what a request changes, purely: nothing is read but the base, nothing is written. Takes a request that has
 * passed `checkRequest`.
 *
 * @throws SkillgraftError `skill-unknown`, `skill-ambiguous`, `skill-exists`, `skill-unreadable`,
 * `frontmatter-unreadable`, `version-conflict`, `nothing-to-change`, `path-collision`, `body-unclosed`,
 * `proposal-invalid`
 */
export function planProposal(base: PlanBase, request: ProposalRequest): Plan {
  const planner = ACTIONS.find(({ action }) => action === request.action)!;
  const draft = planner.plan(base, request);
  const changes = changesOf(draft.skills, draft.files);
  if (changes.length === 0) {
    const known = draft.notes.length === 0 ? '' : ` ${plainLine(draft.notes.join(' '))}`;
    throw nothingToChange(
      `${draft.path} says all of this already.${known}`,
      'Nothing needs to be proposed; give what should differ.',
    );
  }
  refuseCollisions(base.paths, changes);
  const subject = request.reason === undefined ? draft.title : `${draft.title}: ${request.reason}`;
  return {
    base: base.commit,
    path: draft.path,
    changes,
    changelog: changelogOf(request, draft, changes),
    subject: excerpt(subject, SUBJECT_LIMIT),
    notes: draft.notes.map(plainLine),
    findings: [],
  };
}

function changelogOf(request: ProposalRequest, draft: Draft, changes: readonly FileChange[]): Changelog {
  const file = joinPath(draft.path, 'SKILL.md');
  const isNewVersion = changes.some(({ path }) => path === file);
  return {
    action: request.action,
    name: draft.name,
    from: draft.from === null ? null : versionedPath(draft.from.path, draft.from.version),
    to: draft.isRemoval ? null : nextVersion(draft, isNewVersion),
    trigger: request.trigger ?? null,
    reason: request.reason ?? null,
    sources: (draft.sources ?? []).map(({ path, version }) => versionedPath(path, version)),
  };
}

/** Versions count changes of SKILL.md; a change of other files alone makes none. */
function nextVersion({ path, from }: Draft, isNewVersion: boolean): string {
  if (from === null) return versionedPath(path, 1);
  return versionedPath(path, from.version === null ? null : from.version + (isNewVersion ? 1 : 0));
}

/** `path@version`, or the path where no version is known. */
export function versionedPath(path: string, version: BaseSkill['version']): string {
  return version === null ? path : `${path}@${version}`;
}
