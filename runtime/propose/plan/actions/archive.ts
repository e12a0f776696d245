import { writeSkill } from '../../../../schema/skill/serialise.js';
import type { PlanBase, ProposalRequest } from '../../types.js';
import { textFile } from '../changes.js';
import { refuseTaken } from '../find-skill.js';
import { withLesson, withMarks } from '../new-body.js';
import { joinPath } from '../paths.js';
import { type ActionPlanner, type Draft, FRONT_MATTER_PARAMETERS } from '../planner.js';
import { namedFiles } from '../skill-files.js';
import { authorName, newFrontMatter, requestedKeys } from '../skill-keys.js';

/** A new skill from nothing but what the request says. */
export const archive: ActionPlanner = {
  action: 'ARCHIVE',
  makes: true,
  needs: ['description', ['body', 'lesson']],
  takes: [...FRONT_MATTER_PARAMETERS, 'files'],
  plan: planArchive,
};

function planArchive(base: PlanBase, request: ProposalRequest): Draft {
  const { name } = request;
  refuseTaken(base, name);
  const path = joinPath(base.root, name);
  const values = requestedKeys(request);
  values.set('author', authorName(request));
  const text = writeSkill(newFrontMatter(name, values), newBody(request));
  const files = new Map(namedFiles(base, path, new Map(), request.files));
  files.set(joinPath(path, 'SKILL.md'), textFile(text));
  return { path, name, files, skills: [], title: `Add ${name}`, from: null, notes: [] };
}

/** The body as given, or the title alone, with the lesson in its list. */
function newBody({ name, displayName, body, lesson }: ProposalRequest): string {
  const text = body === undefined ? `# ${displayName ?? name}\n` : withMarks(body, null);
  return lesson === undefined ? text : withLesson(text, lesson, '\n').body;
}
