import { posix } from 'node:path';
import { compareText } from '../schema/diagnostic.js';
import { splitHandOffs } from '../schema/hand-offs.js';
import type { LineageEdge } from '../schema/lineage.js';

/** What of a skill says where it hands off to, and how others may name it. */
export interface HandingSkill {
  /** Folder that its history is kept under. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly whenToUse?: string | undefined;
}

/** A skill that a description sends to, and that is not there. */
export interface UnknownHandOff {
  readonly path: string;
  readonly value: string;
}

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;

/**
 * Edges `hands-off-to` from each skill to those that its description names as the ones for something else. A target is
 * a name or a folder's name; of several the one that lies nearest, then the first by path. A kebab-case word behind
 * 'use', 'see' or an arrow that is no skill comes back as unknown. Both sorted.
 */
export function handOffEdges(skills: readonly HandingSkill[]): {
  edges: LineageEdge[];
  unknown: UnknownHandOff[];
} {
  const byWord = indexByWord(skills);
  const edges = new Map<string, LineageEdge>();
  const unknown = new Map<string, UnknownHandOff>();
  for (const { path, name, description, whenToUse = '' } of skills) {
    for (const { names, clause } of [description, whenToUse].flatMap(
      (text) => splitHandOffs(text, name).handOffs,
    )) {
      for (const value of names) {
        const to = nearest(path, byWord.get(value) ?? byWord.get(value.replace(/^.*[:/]/, '')) ?? []);
        if (to === undefined) {
          if (KEBAB.test(value) && isSentTo(clause, value)) unknown.set(`${path}\0${value}`, { path, value });
        } else if (to !== path) edges.set(`${path}\0${to}`, { type: 'hands-off-to', from: path, to });
      }
    }
  }
  return { edges: sorted(edges), unknown: sorted(unknown) };
}

/** Folders of the skills that have a word as their name, or as the name of their folder. */
function indexByWord(skills: readonly HandingSkill[]): Map<string, string[]> {
  const byWord = new Map<string, string[]>();
  for (const { path, name } of skills) {
    for (const word of new Set([name, posix.basename(path)])) {
      byWord.set(word, [...(byWord.get(word) ?? []), path]);
    }
  }
  return byWord;
}

function nearest(path: string, targets: readonly string[]): string | undefined {
  const shared = (other: string): number => {
    const parts = other.split('/');
    const differs = path.split('/').findIndex((part, i) => part !== parts[i]);
    return differs === -1 ? parts.length : differs;
  };
  return [...targets].sort((a, b) => shared(b) - shared(a) || compareText(a, b))[0];
}

/** True where the word stands right behind what sends there: others in a list may be words of the sentence. */
function isSentTo(clause: string, word: string): boolean {
  const before = clause.slice(0, clause.indexOf(word));
  return /(?:\b(?:use|see|try|prefer|invoke|load)(?: the)?|[用见考]|->|→)[\s`'"[/]*$/i.test(before);
}

function sorted<T>(found: ReadonlyMap<string, T>): T[] {
  return [...found].sort(([a], [b]) => compareText(a, b)).map(([, value]) => value);
}
