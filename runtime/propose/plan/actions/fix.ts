import type { BaseFile, PlanBase, ProposalRequest } from '../../types.js';
import { checkBaseVersion } from '../base-version.js';
import { changesOf, textFile } from '../changes.js';
import { shownName, targetSkill } from '../find-skill.js';
import { setKeys } from '../front-matter.js';
import { quotesNote } from '../mend-quotes.js';
import { nextBody } from '../new-body.js';
import { type OpenSkill, openSkill, splitText } from '../open-skill.js';
import { type ActionPlanner, type Draft, FRONT_MATTER_PARAMETERS } from '../planner.js';
import { namedFiles, ownFiles } from '../skill-files.js';
import { requestedKeys, wholeVersion } from '../skill-keys.js';

/** The next version of a skill. */
export const fix: ActionPlanner = {
  action: 'FIX',
  makes: false,
  needs: [],
  takes: [
    ...FRONT_MATTER_PARAMETERS,
    'body',
    'lesson',
    'files',
    'targetSkillName',
    'baseVersion',
    'replaceSections',
  ],
  plan: planFix,
};

function planFix(base: PlanBase, request: ProposalRequest): Draft {
  const skill = targetSkill(base, request);
  const notes = checkBaseVersion(base, skill, request.baseVersion);
  const open = openSkill(skill);
  const edited = editText(open, request);
  const files = new Map<string, BaseFile | null>(
    namedFiles(base, skill.path, ownFiles(base, skill), request.files),
  );
  const isChanged = edited.text !== open.text || changesOf([skill], files).length > 0;
  const text = isChanged ? raiseVersion(open, edited.text) : open.text;
  files.set(open.file, textFile(text));
  const name = shownName(skill);
  return {
    path: skill.path,
    name,
    files,
    skills: [skill],
    title: `Fix ${name}`,
    from: skill,
    notes: [...notes, ...edited.notes],
  };
}

/** The text with the request's keys, body and lesson. */
function editText(
  open: OpenSkill,
  request: ProposalRequest,
): { readonly text: string; readonly notes: readonly string[] } {
  const keys = requestedKeys(request);
  const text = setKeys(open.text, open.file, keys);
  const quotes = text === open.text ? [] : quotesNote(open.text, new Set(keys.keys()));
  if (request.body === undefined && request.lesson === undefined) return { text, notes: quotes };
  const { head, body, eol } = splitText(text);
  const version = wholeVersion(open.reading.metadata);
  const next = nextBody(body, { ...request, keeps: request.replaceSections !== true, version }, eol);
  return { text: next.body === body ? text : head + next.body, notes: [...quotes, ...next.notes] };
}

/** Raises the declared version where it is a whole number; others follow rules that we do not know. */
function raiseVersion(open: OpenSkill, text: string): string {
  const version = wholeVersion(open.reading.metadata);
  return version === null ? text : setKeys(text, open.file, new Map([['version', String(version.next)]]));
}
