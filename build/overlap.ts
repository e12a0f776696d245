import type { SkillIndex } from '../runtime/skill-index.js';
import { analyse } from '../schema/analyzer/analyse.js';
import { splitClauses } from '../schema/clauses.js';
import { nfc } from '../schema/text.js';
import { ownTexts } from './own-texts.js';

/** A skill whose description leads to another one. */
export interface Overlap {
  readonly path: string;
  readonly other: string;
  /** What leads there: all of its description, some of its clauses, or that both descriptions are equal. */
  readonly by: 'description' | 'clauses' | 'equality';
  /** The clauses that lead there. */
  readonly clauses: readonly string[];
  /** How many clauses were asked. */
  readonly asked: number;
}

type Described = Pick<Parameters<typeof ownTexts>[2], 'whenToUse'>;

/** What is asked of a skill. */
export interface DescribedSkill {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly metadata: Described;
  readonly bodyDigest: string;
}

/** Clauses of one skill that are asked, and queries in all: about a millisecond each in a large collection. */
const CLAUSES = 4;
const MOST_QUERIES = 4000;
/** Shorter clauses name no task, longer ones are whole paragraphs. */
const LEAST_TERMS = 3;
const MOST_TERMS = 30;
/** How much lower than the first a skill's score for its own words has to be. */
const MARGIN = 0.05;

/**
 * Asks an index for each description and for its clauses, and tells of skills that are not found by their own words:
 * another one comes first by a clear margin for all of it, or for half of its clauses. Where a collection is large, fewer clauses and then fewer
 * skills are asked, evenly spread. Copies are left out, since other findings tell of them.
 */
export async function findOverlaps(index: SkillIndex, skills: readonly DescribedSkill[]): Promise<Overlap[]> {
  const same = equalDescriptions(skills);
  const each = Math.max(2, Math.min(CLAUSES, Math.floor(MOST_QUERIES / skills.length) - 1));
  const asked = evenly(skills, Math.floor(MOST_QUERIES / (each + 1)));
  const bodies = new Map(skills.map((skill) => [skill.path, skill.bodyDigest]));
  const out: Overlap[] = [];
  for (const skill of asked) {
    const twin = same.get(skill.path);
    if (twin !== undefined) {
      if (bodies.get(twin) !== skill.bodyDigest)
        out.push({ path: skill.path, other: twin, by: 'equality', clauses: [], asked: 0 });
      continue;
    }
    const found = await overlapOf(index, skill, each);
    if (found !== null && bodies.get(found.other) !== skill.bodyDigest) out.push(found);
  }
  return out;
}

async function overlapOf(index: SkillIndex, skill: DescribedSkill, most: number): Promise<Overlap | null> {
  const { path } = skill;
  const { own } = ownTexts(skill.name, skill.description, skill.metadata);
  const whole = await winnerOf(index, skill, own.description);
  if (whole !== null) return { path, other: whole, by: 'description', clauses: [], asked: 0 };
  const asked = evenly(splitClauses(own.description).filter(isTask), most);
  const lost = new Map<string, string[]>();
  for (const clause of asked) {
    const first = await winnerOf(index, skill, clause);
    if (first !== null) lost.set(first, [...(lost.get(first) ?? []), clause]);
  }
  const [worst] = [...lost].sort(([, x], [, y]) => y.length - x.length);
  if (worst === undefined || worst[1].length < 2 || worst[1].length * 2 < asked.length) return null;
  return { path, other: worst[0], by: 'clauses', clauses: worst[1], asked: asked.length };
}

/** The skill that comes first in place of the one that a text is of, by a clear margin. */
async function winnerOf(index: SkillIndex, skill: DescribedSkill, text: string): Promise<string | null> {
  const { results } = await index.search(text, { limit: 20, gate: false });
  const [first] = results;
  if (first === undefined || first.path === skill.path || nfc(first.name) === nfc(skill.name)) return null;
  const mine = results.find(({ path }) => path === skill.path)?.score ?? 0;
  return first.score - mine < MARGIN * first.score ? null : first.path;
}

/** For each skill with the description of an earlier one that has another name: that skill. */
function equalDescriptions(skills: readonly DescribedSkill[]): Map<string, string> {
  const first = new Map<string, DescribedSkill>();
  const out = new Map<string, string>();
  for (const skill of skills) {
    const key = nfc(skill.description).toLowerCase().replace(/\s+/gu, ' ');
    const there = first.get(key);
    if (there === undefined) first.set(key, skill);
    else if (nfc(there.name) !== nfc(skill.name)) out.set(skill.path, there.path);
  }
  return out;
}

function isTask(clause: string): boolean {
  const terms = analyse(clause).length;
  return terms >= LEAST_TERMS && terms <= MOST_TERMS;
}

/** At most `most` of a list, as far from one another as can be. */
function evenly<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / most)]!);
}
