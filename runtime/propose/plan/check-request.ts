import { nearest } from '../../nearest.js';
import { type ProposalRequest, SKILL_ACTIONS } from '../types.js';
import { ACTIONS } from './actions.js';
import { invalid } from './errors.js';
import { PROPOSAL_LIMITS } from './limits.js';
import { newName } from './names.js';
import { checkTotal, READERS, shownName } from './parameters.js';
import type { ActionPlanner, Parameter } from './planner.js';
import { oneLine, shownText } from './texts.js';

/** Parameters that every action takes. */
const COMMON: readonly Parameter[] = ['name', 'reason', 'trigger', 'author'];

/**
 * The door for requests of callers that no compiler checks. Gives the request with its texts trimmed, in NFC and with
 * LF line ends (files stay as they are); parameters that are null, empty texts or empty lists count as not given.
 * Newlines in `reason` and `trigger` become blanks.
 *
 * @throws SkillgraftError `proposal-invalid`, naming the parameter
 */
export function checkRequest(request: unknown): ProposalRequest {
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    throw invalid('action', 'is missing: the request is no map', 'Give an object with action and name.');
  const given = new Map(Object.entries(request).filter(([, value]) => !isAbsent(value)));
  const planner = plannerOf(given.get('action'));
  given.delete('action');
  const read = new Map<string, unknown>();
  for (const [parameter, value] of given) {
    if (parameter === 'name') continue;
    if (!Object.hasOwn(READERS, parameter)) throw unknownParameter(parameter);
    const result = READERS[parameter as keyof typeof READERS](shownName(parameter), value);
    if (!isAbsent(result)) read.set(parameter, result);
  }
  checkUse(planner, read);
  const name = readName(planner, given.get('name'), read);
  const checked = { action: planner.action, name, ...Object.fromEntries(read) } as ProposalRequest;
  checkTotal(checked.body, checked.files);
  return checked;
}

/** Callers that fill in every parameter of a form send these for what they do not mean. */
function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function plannerOf(action: unknown): ActionPlanner {
  const wanted = typeof action === 'string' ? action.trim().toUpperCase() : '';
  const planner = ACTIONS.find((one) => one.action === wanted);
  if (planner !== undefined) return planner;
  const problem = action === undefined ? 'is missing' : 'is none of the actions that there are';
  throw invalid('action', problem, `Give one of ${SKILL_ACTIONS.join(', ')}.`);
}

function unknownParameter(parameter: string): Error {
  const near = nearest(parameter, ['action', 'name', ...Object.keys(READERS)], 1).map(shownName);
  const shown = JSON.stringify(shownText(parameter, 60));
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'Leave it out.';
  return invalid(shown, 'is not known', hint);
}

/** Every parameter that the action needs is there, and none that it would pass over. */
function checkUse(planner: ActionPlanner, given: ReadonlyMap<string, unknown>): void {
  const { action, needs, takes } = planner;
  for (const need of needs) {
    const oneOf = typeof need === 'string' ? [need] : need;
    if (oneOf.some((parameter) => given.has(parameter))) continue;
    const names = oneOf.map(shownName).join(' or ');
    throw invalid(names, 'is missing', `${action} needs ${names}.`);
  }
  const taken = new Set<string>([...COMMON, ...needs.flat(), ...takes]);
  const extra = [...given.keys()].find((parameter) => !taken.has(parameter));
  if (extra === undefined) return;
  const others = ACTIONS.filter((one) => [...one.needs.flat(), ...one.takes].includes(extra as Parameter));
  const hint = `Leave it out, or take an action that has it: ${others.map((one) => one.action).join(', ')}.`;
  throw invalid(shownName(extra), `is not one that ${action} takes`, hint);
}

/** A new skill's name keeps the grammar; that of one that is there is only looked up. */
function readName(planner: ActionPlanner, value: unknown, given: ReadonlyMap<string, unknown>): string {
  const target = given.get('targetSkillName');
  if (!planner.makes && value === undefined && typeof target === 'string') return target;
  if (value === undefined)
    throw invalid('name', 'is missing', `${planner.action} needs the name of a skill.`);
  const word = oneLine('name', value, PROPOSAL_LIMITS.word);
  const sources = given.get('sourceSkillNames');
  if (!planner.makes || (Array.isArray(sources) && sources.includes(word))) {
    if (word !== '') return word;
    throw invalid('name', 'is empty', `${planner.action} needs the name of a skill.`);
  }
  return newName(value);
}
