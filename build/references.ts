import type { HandingSkill } from './hand-off-edges.js';
import { says, textsOfNames } from './hand-off-references.js';
import { mentionsIn } from './mentions.js';
import { type SkillFinder, skillFinder } from './skill-finder.js';

/** A skill with what it may say of others. */
export interface ReferringSkill extends HandingSkill {
  /** The prose of its SKILL.md, UTF-8. */
  readonly prose: Uint8Array;
}

/** A text about the skill at a path. */
interface Reference {
  readonly to: string;
  readonly text: string;
}

/**
 * References that one skill keeps: what a skill is for is said in a few dozen clauses. One that all others name (a
 * router, a shared set-up) would otherwise be found for the words of all of them.
 */
const MOST_REFERENCES = 64;
/** A sentence that names more skills is a list, which says nothing of each. */
const MOST_NAMED = 2;

/**
 * What other skills say of each skill, as the text of links does in web search: what their hand-off clauses say of it,
 * then the sentences of their bodies that name it; each by path of the skill that says it, then in the order of its text,
 * the same text once.
 *
 * @param skills sorted by path
 * @returns for each skill, in the same order, at most 64 texts
 */
export function referencesTo(skills: readonly ReferringSkill[]): readonly (readonly string[])[] {
  const finder = skillFinder(skills);
  const texts = new Map(skills.map(({ path }) => [path, new Set<string>()]));
  for (const source of [handOffsOf, mentionsOf]) {
    for (const skill of skills) {
      for (const { to, text } of source(skill, finder)) {
        const known = texts.get(to)!;
        if (known.size < MOST_REFERENCES) known.add(text);
      }
    }
  }
  return skills.map(({ path }) => [...texts.get(path)!]);
}

function handOffsOf({ path, handOffs }: ReferringSkill, finder: SkillFinder): Reference[] {
  return handOffs.flatMap(textsOfNames).flatMap(({ name, text }) => {
    const to = finder.find(name, path);
    return to === undefined || to === path ? [] : [{ to, text }];
  });
}

function mentionsOf({ path, prose }: ReferringSkill, finder: SkillFinder): Reference[] {
  return mentionsIn(prose, (word) => finder.has(word)).flatMap(({ words, sentence }) => {
    const others = words
      .map((word) => ({ to: finder.find(word, path)!, word }))
      .filter(({ to }) => to !== path);
    if (new Set(others.map(({ to }) => to)).size > MOST_NAMED) return [];
    return others
      .map(({ to, word }) => ({ to, text: withoutName(sentence, word) }))
      .filter(({ text }) => says(text));
  });
}

/** The name has a field of its own: what is said beside it counts here. Addresses of links say nothing. */
function withoutName(sentence: string, name: string): string {
  const text = sentence
    .replace(/\]\([^)\s]*\)/g, ']')
    .replace(/[A-Za-z0-9-]+/g, (word) => (word === name ? '' : word));
  return text.trim();
}
