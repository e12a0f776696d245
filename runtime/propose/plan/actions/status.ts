import type { PlanBase, ProposalRequest } from '../../types.js';
import { checkBaseVersion } from '../base-version.js';
import { textFile } from '../changes.js';
import { shownName, targetSkill } from '../find-skill.js';
import { type KeyValue, setKeys } from '../front-matter.js';
import { quotesNote } from '../mend-quotes.js';
import { type OpenSkill, openSkill } from '../open-skill.js';
import type { Draft } from '../planner.js';

/** A draft that sets front matter keys of one skill and nothing else. `title` makes the subject from its name. */
export function planKeys(
  base: PlanBase,
  request: ProposalRequest,
  title: (name: string) => string,
  keys: (open: OpenSkill) => ReadonlyMap<string, KeyValue>,
): Draft {
  const skill = targetSkill(base, request);
  const notes = checkBaseVersion(base, skill, request.baseVersion);
  const open = openSkill(skill);
  const values = keys(open);
  const text = setKeys(open.text, open.file, values);
  if (text !== open.text) notes.push(...quotesNote(open.text, new Set(values.keys())));
  const files = new Map([[open.file, textFile(text)]]);
  const name = shownName(skill);
  return { path: skill.path, name, files, skills: [skill], title: title(name), from: skill, notes };
}
