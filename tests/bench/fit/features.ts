import { readQueries } from '../../../build/evals/read-queries.js';
import { loadPackagedModel } from '../../../runtime/embed/model-folder.js';
import { BruteForceVectors } from '../../../runtime/embed/vector-index.js';
import { LexicalSearcher } from '../../../runtime/search/lexical.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import type { VectorSection } from '../../../schema/embedding.js';
import type { LexicalSection } from '../../../schema/index.types.js';
import { DEFAULT_PROFILE, FIELDS, type SearchProfile, semanticFade } from '../../../schema/profile.js';
import { nfc } from '../../../schema/text.js';
import { buildPool, queriesOf } from '../../evals/pool.js';

/** What is weighted: the fields' bounded scores, and the cosine. */
export const PARTS = [...FIELDS, 'semantic'] as const;
export type Part = (typeof PARTS)[number];

/** One query of a set: the unweighted parts of each skill's score, and which skills are right. */
export interface FitQuery {
  /** By part, then by skill. */
  readonly parts: Readonly<Record<Part, Float64Array>>;
  readonly isRight: readonly boolean[];
}

/** A set's queries that expect a skill. */
export interface FitSet {
  readonly name: string;
  readonly queries: readonly FitQuery[];
}

/** Builds a set's pool and reads the parts of every skill's score for every query. */
export async function readSet(name: string): Promise<FitSet> {
  const { index, dispose } = await buildPool(name);
  try {
    const { queries } = readQueries(queriesOf(name), name);
    const read = partReader(index);
    return {
      name,
      queries: queries
        .filter(({ expected }) => expected.length > 0)
        .map(({ query, expected }) => ({
          parts: read(query),
          isRight: index.skills.map(({ name: skill, path }) =>
            [nfc(skill), path.slice(path.lastIndexOf('/') + 1)].some((word) => expected.includes(word)),
          ),
        })),
    };
  } finally {
    dispose();
  }
}

/** The pools are small: their sections stand in the index itself. */
function partReader({ artifact, skills }: SkillIndex): (query: string) => FitQuery['parts'] {
  const lexical = artifact.lexical as LexicalSection;
  const vectors = new BruteForceVectors(artifact.vectors as VectorSection);
  const model = loadPackagedModel();
  const searchers = FIELDS.map((field) => new LexicalSearcher(lexical, onlyField(field)));
  return (query) => {
    const fields = searchers.map((searcher, f) => {
      const parsed = searcher.parse(query);
      const totals = searcher.score(parsed).totals.slice(0, skills.length);
      return [FIELDS[f]!, totals.map((total) => total / (parsed.bound || 1))] as const;
    });
    const { vector, coverage } = model.embedOne(query);
    const fade = semanticFade(coverage);
    const semantic = vectors.scores(vector).map((cosine) => fade * Math.max(0, cosine));
    return { ...Object.fromEntries(fields), semantic } as FitQuery['parts'];
  };
}

function onlyField(field: (typeof FIELDS)[number]): SearchProfile {
  const fields = FIELDS.map((name) => {
    const { k1, b } = DEFAULT_PROFILE.fields[name];
    return [name, { k1, b, weight: name === field ? 1 : 0 }];
  });
  return { ...DEFAULT_PROFILE, fields: Object.fromEntries(fields) as SearchProfile['fields'] };
}
