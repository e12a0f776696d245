import { LIMIT } from '../../runtime/search/check-options.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import type { SkillEntry } from '../../schema/index.types.js';
import { scoreAnswers } from '../evals/score.js';
import type { RankedSkill } from '../evals/types.js';
import { type AnsweredQuery, compareRanking } from './compare-ranking.js';
import type { GatheredSides } from './gather.js';
import type { Movements } from './movements.js';
import { type AskedQuery, evalQueries, ownQueries } from './queries.js';
import type { ChangeReport, EvalChange, SkillChange } from './types.js';

/** Skills whose own texts a changed skill may win: the first ones for what it says of itself. */
const NEIGHBOURS = 8;
/** Results of a text of a skill: further down, nobody looks. */
const OWN_LIMIT = 10;
/** Words of changed synonyms that are looked for. */
const MOST_WORDS = 200;

export interface GatheredRanking extends Pick<ChangeReport, 'ranking' | 'evals'> {
  readonly notes: readonly string[];
}

/**
 * Asks both sides the repository's own queries, and what the changed skills and those near them say of themselves.
 *
 * @param words of synonyms that changed: what is found for them is asked, too
 * @throws SkillgraftError `embedder-broken`
 */
export async function gatherRanking(
  sides: GatheredSides,
  movements: Movements,
  skills: readonly SkillChange[],
  words: readonly string[],
): Promise<GatheredRanking> {
  const { before, after } = sides;
  if (before === after) return { ranking: { asked: 0, changes: [] }, evals: [], notes: [] };
  const { queries, left } = evalQueries(sides.evals);
  const own = ownQueries(await concerned(sides, movements, skills, words));
  const nowOf = namesAfter(sides, movements);
  const answered: AnsweredQuery[] = [];
  for (const query of [...queries, ...own]) {
    const old = await ask(before.index, query);
    answered.push({ query, before: old.map(nowOf), after: await ask(after.index, query) });
  }
  const touched = new Set(skills.map(({ path }) => path));
  const fresh = new Set(skills.filter(({ kind }) => kind === 'added').map(({ path }) => path));
  return {
    ranking: { asked: answered.length, changes: compareRanking(answered, touched, fresh) },
    evals: evalChanges(answered),
    notes: left === 0 ? [] : [`${left} queries of the repository were not asked: there are too many.`],
  };
}

async function ask(index: SkillIndex, { text, source }: AskedQuery): Promise<RankedSkill[]> {
  const { results } = await index.search(text, { limit: source === 'eval' ? LIMIT.max : OWN_LIMIT });
  return results.map(({ name, path }) => ({ name, path }));
}

/** A skill of before under the name and folder that it has after the change. */
function namesAfter({ after }: GatheredSides, movements: Movements): (skill: RankedSkill) => RankedSkill {
  const names = new Map(after.built.skills.map(({ path, name }) => [path, name]));
  return (skill) => {
    const path = movements.nowOf(skill.path);
    return { path, name: names.get(path) ?? skill.name };
  };
}

/** Skills after the change that are not what they were, and those that are near them on one of the sides. */
async function concerned(
  { before, after }: GatheredSides,
  movements: Movements,
  skills: readonly SkillChange[],
  words: readonly string[],
): Promise<SkillEntry[]> {
  const byPath = new Map(after.built.skills.map((entry) => [entry.path, entry]));
  const found = new Set<string>();
  const near = async (index: SkillIndex, text: string): Promise<void> => {
    const { results } = await index.search(text, { limit: NEIGHBOURS, gate: false });
    for (const result of results)
      found.add(index === before.index ? movements.nowOf(result.path) : result.path);
  };
  const look = async (index: SkillIndex, path: string): Promise<void> => {
    const entry = index.skills.find((one) => one.path === path);
    if (entry !== undefined && entry.description !== '') await near(index, entry.description);
  };
  for (const { path, from, kind } of skills) {
    found.add(path);
    if (kind !== 'added') await look(before.index, from?.path ?? path);
    await look(after.index, path);
  }
  for (const word of words.slice(0, MOST_WORDS)) {
    await near(before.index, word);
    await near(after.index, word);
  }
  return [...found].flatMap((path) => byPath.get(path) ?? []);
}

/** Figures by file. */
function evalChanges(answered: readonly AnsweredQuery[]): EvalChange[] {
  const files = new Map<string, AnsweredQuery[]>();
  for (const one of answered) {
    const file = one.query.eval?.file;
    if (file !== undefined) files.set(file, [...(files.get(file) ?? []), one]);
  }
  return [...files].map(([file, asked]) => ({
    file,
    before: figures(asked, 'before'),
    after: figures(asked, 'after'),
  }));
}

function figures(asked: readonly AnsweredQuery[], side: 'before' | 'after'): EvalChange['before'] {
  const { misses: _, ...score } = scoreAnswers(
    asked.map((one) => ({ query: one.query.eval!, results: one[side] })),
  );
  return score;
}
