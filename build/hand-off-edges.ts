import { compareText } from '../schema/diagnostic.js';
import type { HandOff } from '../schema/hand-offs.js';
import type { LineageEdge } from '../schema/lineage.js';
import { type NamedSkill, skillFinder } from './skill-finder.js';

/** What of a skill says where it hands off to, and how others may name it. */
export interface HandingSkill extends NamedSkill {
  /** Clauses of its description and when-to-use, in the order of the text. */
  readonly handOffs: readonly Pick<HandOff, 'names' | 'clause'>[];
}

/** A skill that a description sends to, and that is not there. */
export interface UnknownHandOff {
  readonly path: string;
  readonly value: string;
}

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;

/**
 * Edges `hands-off-to` from each skill to those that its description names as the ones for something else. A
 * kebab-case word behind 'use', 'see' or an arrow that is no skill comes back as unknown. Both sorted.
 */
export function handOffEdges(skills: readonly HandingSkill[]): {
  edges: LineageEdge[];
  unknown: UnknownHandOff[];
} {
  const finder = skillFinder(skills);
  const edges = new Map<string, LineageEdge>();
  const unknown = new Map<string, UnknownHandOff>();
  for (const { path, handOffs } of skills) {
    for (const { names, clause } of handOffs) {
      for (const value of names) {
        const to = finder.find(value, path);
        if (to === undefined) {
          if (KEBAB.test(value) && isSentTo(clause, value)) unknown.set(`${path}\0${value}`, { path, value });
        } else if (to !== path) edges.set(`${path}\0${to}`, { type: 'hands-off-to', from: path, to });
      }
    }
  }
  return { edges: sorted(edges), unknown: sorted(unknown) };
}

/** True where the word stands right behind what sends there: others in a list may be words of the sentence. */
function isSentTo(clause: string, word: string): boolean {
  const before = clause.slice(0, clause.indexOf(word));
  return /(?:\b(?:use|see|try|prefer|invoke|load)(?: the)?|[用见考]|->|→)[\s`'"[/]*$/i.test(before);
}

function sorted<T>(found: ReadonlyMap<string, T>): T[] {
  return [...found].sort(([a], [b]) => compareText(a, b)).map(([, value]) => value);
}
