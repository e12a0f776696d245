import { readQueries } from '../../build/evals/read-queries.js';
import { scoreAnswers } from '../../build/evals/score.js';
import type { EvalQuery } from '../../build/evals/types.js';
import { evidentQueries, queryKey } from '../../build/usage/evidence.js';
import { buildRouting } from '../../build/usage/routing.js';
import { loadPackagedModel } from '../../runtime/embed/model-folder.js';
import { openIndex } from '../../runtime/open-index.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import { isSidecar } from '../../schema/format.js';
import type { Artifact, SkillEntry } from '../../schema/index.types.js';
import type { UsageRecord } from '../../schema/usage/types.js';
import { evalFile } from './measure.js';
import { buildPool, queriesOf } from './pool.js';

/** How often the right skill is first, without records and with them; shares. */
export interface Compared {
  readonly queries: number;
  readonly without: number;
  readonly with: number;
}

/** A set whose queries are recorded in part, while the others are asked. */
export interface FoldedSet {
  /** Four fifths recorded, the rest asked, in turn. */
  readonly folds: Compared;
  /** Half of the skills recorded, in turn: queries of the other half, and those of the recorded half that are not. */
  readonly unrecorded: Compared;
  readonly recorded: Compared;
  /** What each fold chose, then each half. */
  readonly weights: readonly number[];
  /** Everyday requests that are answered, of 80, without records and with all of them; shares. */
  readonly offTopic: { readonly without: number; readonly with: number };
}

/** A built set whose index can be opened with other records. */
export interface RecordableSet {
  readonly queries: readonly EvalQuery[];
  readonly skills: readonly SkillEntry[];
  readonly index: SkillIndex;
  /** True where the index without records has a right skill first. */
  isFirst(query: EvalQuery): Promise<boolean>;
  /** The index as a build would make it, had each of the queries been recorded once for the skill that it expects. */
  record(queries: readonly EvalQuery[], most?: number): Promise<{ index: SkillIndex; weight: number }>;
  dispose(): void;
}

const FOLDS = 5;

/** Builds a shared set. */
export async function openRecordable(name: string): Promise<RecordableSet> {
  const pool = await buildPool(name);
  const { artifact, skills } = pool.index;
  const all = readQueries(queriesOf(name), name).queries.filter(({ expected }) => expected.length > 0);
  // A query that stands twice in its set would be recorded and asked, too.
  const queries = [...new Map(all.map((query) => [queryKey(query.query), query])).values()];
  const known = new Map<EvalQuery, Promise<boolean>>();
  return {
    isFirst(query) {
      const answer = known.get(query) ?? isFirst(pool.index, query);
      known.set(query, answer);
      return answer;
    },
    queries,
    skills,
    index: pool.index,
    record: (recorded, most) => withRecords(artifact, skills, recorded, most),
    dispose: () => pool.dispose(),
  };
}

/** Records four fifths of a set and asks the rest, then half of the skills; see `FoldedSet`. */
export async function foldSet(set: RecordableSet): Promise<FoldedSet> {
  const folds = new Tally();
  const unrecorded = new Tally();
  const recorded = new Tally();
  const weights: number[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const { index, weight } = await set.record(set.queries.filter((_, i) => i % FOLDS !== fold));
    weights.push(weight);
    await folds.ask(
      set,
      index,
      set.queries.filter((_, i) => i % FOLDS === fold),
    );
  }
  const names = [...new Set(set.queries.flatMap(({ expected }) => expected))].sort();
  for (const half of [0, 1]) {
    const isIn = (name: string): boolean => names.indexOf(name) % 2 === half;
    const own = set.queries.filter(({ expected }) => expected.every(isIn));
    const { index, weight } = await set.record(own.filter((_, i) => i % 2 === 0));
    weights.push(weight);
    await recorded.ask(
      set,
      index,
      own.filter((_, i) => i % 2 === 1),
    );
    await unrecorded.ask(
      set,
      index,
      set.queries.filter(({ expected }) => !expected.some(isIn)),
    );
  }
  const { index } = await set.record(set.queries);
  const offTopic = { without: await answered(set.index), with: await answered(index) };
  return {
    folds: folds.compared(),
    unrecorded: unrecorded.compared(),
    recorded: recorded.compared(),
    weights,
    offTopic,
  };
}

/** hit@1 over the folds where each skill has at most so many records, and how many skills have on the average. */
export async function hitsByRecords(
  set: RecordableSet,
  most: number,
): Promise<{ readonly records: number; readonly hit1: number }> {
  const tally = new Tally();
  let records = 0;
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const known = set.queries.filter((_, i) => i % FOLDS !== fold);
    const asked = set.queries.filter((_, i) => i % FOLDS === fold);
    const { index } = await set.record(known, most);
    records += index.usage?.routing?.queries.length ?? 0;
    await tally.ask(set, index, asked);
  }
  return { records: records / FOLDS / set.skills.length, hit1: tally.compared().with };
}

/** Counts first places without records and with them. */
class Tally {
  #queries = 0;
  #without = 0;
  #with = 0;

  async ask(set: RecordableSet, index: SkillIndex, queries: readonly EvalQuery[]): Promise<void> {
    this.#queries += queries.length;
    for (const query of queries) {
      if (await set.isFirst(query)) this.#without += 1;
      if (await isFirst(index, query)) this.#with += 1;
    }
  }

  compared(): Compared {
    const share = (count: number): number => Number((count / this.#queries).toFixed(4));
    return { queries: this.#queries, without: share(this.#without), with: share(this.#with) };
  }
}

async function isFirst(index: SkillIndex, query: EvalQuery): Promise<boolean> {
  const { results } = await index.search(query.query, { limit: 1 });
  return scoreAnswers([{ query, results }]).hit1 === 1;
}

async function answered(index: SkillIndex): Promise<number> {
  const { queries } = readQueries(evalFile('off-topic.jsonl'), 'off-topic.jsonl');
  let count = 0;
  for (const { query } of queries) {
    if ((await index.search(query, { limit: 1 })).results.length > 0) count += 1;
  }
  return count / queries.length;
}

async function withRecords(
  artifact: Artifact,
  skills: readonly SkillEntry[],
  queries: readonly EvalQuery[],
  most = Number.POSITIVE_INFINITY,
): Promise<{ index: SkillIndex; weight: number }> {
  const { lexical, vectors, calibration, synonyms } = artifact;
  if (isSidecar(lexical) || isSidecar(vectors)) throw new Error('the set is too large to be recorded');
  const evident = skills.map((skill) => {
    const own = queries.filter(
      ({ expected }) => expected.includes(skill.name) || expected.includes(folder(skill)),
    );
    return evidentQueries(own.slice(0, most).map(recordOf), { version: null, digest: DIGEST });
  });
  const embedder = loadPackagedModel();
  const routing = await buildRouting({ skills, lexical, vectors, calibration, synonyms, embedder }, evident);
  const index = await openIndex({ ...artifact, usage: { routing, skills: [] } });
  return { index, weight: routing?.profile.weight ?? 0 };
}

const DIGEST = `sha256:${'0'.repeat(64)}`;

function folder({ path }: SkillEntry): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function recordOf({ query }: EvalQuery): UsageRecord {
  const counts = { successes: 1, failures: 0, loads: 1 };
  return {
    query,
    version: null,
    digest: DIGEST,
    ...counts,
    last: '2026-01-31',
    by: { '1f1c6f20': [1, 0, 1] },
  };
}
