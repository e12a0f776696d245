import type { LineageAction, LineageSection } from '../../schema/lineage.js';
import type { LineageEvent } from './types.js';

const LETTERS = { add: 'A', modify: 'M', rename: 'R', delete: 'D' } as const;
const ACTIONS: Readonly<Record<string, LineageAction>> = { A: 'add', M: 'modify', R: 'rename', D: 'delete' };
const LINE = /^([0-9a-f]+) ([AMRD]) ([0-9a-f]+|-) (.+)$/s;

/** One event as a line of `LineageSection.log`. Folders never hold `//`, so it can stand between two. */
export function packEvent({ commit, op, path, from, blob }: LineageEvent): string {
  return `${commit} ${LETTERS[op]} ${blob ?? '-'} ${from === undefined ? path : `${from}//${path}`}`;
}

/** Reads a line back; null where it is not one. */
export function unpackEvent(line: string): LineageEvent | null {
  const [, commit, letter, blob, folders] = LINE.exec(line) ?? [];
  if (commit === undefined || letter === undefined || folders === undefined) return null;
  const op = ACTIONS[letter]!;
  const cut = op === 'rename' ? folders.indexOf('//') : -1;
  return {
    commit,
    op,
    path: cut < 0 ? folders : folders.slice(cut + 2),
    ...(cut < 0 ? {} : { from: folders.slice(0, cut) }),
    ...(blob === '-' ? {} : { blob: blob! }),
  };
}

/** What makes an event one: a commit has one event for a folder. */
export function eventKey(event: Pick<LineageEvent, 'commit' | 'path'>): string {
  return `${event.commit} ${event.path}`;
}

/** All events of a stored section: those that the versions tell, and those of the log. Unsorted. */
export function storedEvents(section: LineageSection): LineageEvent[] {
  const events = new Map<string, LineageEvent>();
  const keep = (event: LineageEvent) => events.set(eventKey(event), event);
  for (const skill of section.skills) {
    for (const { commit, action, blob, path, from } of skill.versions) {
      keep({ commit, op: action, path: path ?? skill.path, blob, ...(from === undefined ? {} : { from }) });
    }
  }
  for (const line of section.log) {
    const event = unpackEvent(line);
    if (event !== null) keep(event);
  }
  return [...events.values()];
}
