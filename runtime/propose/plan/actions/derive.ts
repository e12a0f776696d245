import type { BaseFile, PlanBase, ProposalRequest } from '../../types.js';
import { checkBaseVersion } from '../base-version.js';
import { textFile } from '../changes.js';
import { findSkill, referenceTo, refuseTaken, shownName } from '../find-skill.js';
import { type KeyValue, setKeys } from '../front-matter.js';
import { nextBody } from '../new-body.js';
import { type OpenSkill, openSkill, splitText } from '../open-skill.js';
import { joinPath } from '../paths.js';
import { type ActionPlanner, type Draft, FRONT_MATTER_PARAMETERS } from '../planner.js';
import { namedFiles, ownFiles } from '../skill-files.js';
import { authorName, requestedKeys } from '../skill-keys.js';

/** Keys that tell of the parent only: its life, its versions, how it is shown. */
const OF_THE_PARENT = [
  'status',
  'deprecated-reason',
  'superseded-by',
  'merged-from',
  'version',
  'created',
  'last-modified',
  'display-name',
  'pinned',
];

/** A new skill that starts as a copy of another one, which stays as it is. */
export const derive: ActionPlanner = {
  action: 'DERIVE',
  makes: true,
  needs: ['targetSkillName', 'description'],
  takes: [...FRONT_MATTER_PARAMETERS, 'body', 'lesson', 'files', 'baseVersion'],
  plan: planDerive,
};

function planDerive(base: PlanBase, request: ProposalRequest): Draft {
  const { name } = request;
  const parent = findSkill(base, request.targetSkillName!);
  const notes = checkBaseVersion(base, parent, request.baseVersion);
  refuseTaken(base, name);
  const path = joinPath(base.root, name);
  const copied = ownFiles(base, parent);
  const files = new Map<string, BaseFile | null>();
  for (const [below, file] of copied) files.set(joinPath(path, below), file);
  for (const [file, wanted] of namedFiles(base, path, copied, request.files)) files.set(file, wanted);
  const derived = deriveText(base, openSkill(parent), request);
  files.set(joinPath(path, 'SKILL.md'), textFile(derived.text));
  const title = `Derive ${name} from ${shownName(parent)}`;
  const allNotes = [...notes, ...derived.notes];
  return { path, name, files, skills: [], title, from: null, sources: [parent], notes: allNotes };
}

function deriveText(
  base: PlanBase,
  open: OpenSkill,
  request: ProposalRequest,
): { readonly text: string; readonly notes: readonly string[] } {
  const values = new Map<string, KeyValue>(OF_THE_PARENT.map((key) => [key, undefined]));
  values.set('name', request.name);
  for (const [key, value] of requestedKeys(request)) values.set(key, value);
  const author = authorName(request);
  if (author !== undefined) values.set('author', author);
  values.set('derived-from', [referenceTo(base, open.skill)]);
  const text = setKeys(open.text, open.file, values);
  const { head, body, eol } = splitText(text);
  // A body that is given is whole: what it leaves out is not the new skill's.
  const next = nextBody(body, { ...request, keeps: false, version: null }, eol);
  return { text: head + next.body, notes: next.notes };
}
