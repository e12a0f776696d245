import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noEmbedder } from '../../../runtime/embed/none.js';
import { FederatedEngine } from '../../../runtime/library/federated-engine.js';
import { FederatedRanking } from '../../../runtime/library/federated-ranking.js';
import { identify } from '../../../runtime/library/identities.js';
import { openIndex } from '../../../runtime/open-index.js';
import type { OpenOptions } from '../../../runtime/types.js';
import { DEFAULT_PROFILE } from '../../../schema/profile.js';
import { buildInto } from '../../helpers/built-case.js';
import { type CorpusFile, corpusFiles } from '../../helpers/corpus.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { sharedPath } from '../../helpers/shared.js';

/** What skills say of skills in another index is not known to that one: the field that differs. */
const WITHOUT_REFERENCES = {
  ...DEFAULT_PROFILE,
  fields: { ...DEFAULT_PROFILE.fields, references: { ...DEFAULT_PROFILE.fields.references, weight: 0 } },
};

/** Parts of a sum of scores differ in the last digits where they are added in another order. */
const DIGITS = 1e-9;
/** Components of vectors are rounded to 7 bits of the largest one in an index: of the score, 0.3 / 7 is their part. */
const ROUNDED = 5e-4;

describe.skipIf(sharedPath('corpora') === null)('three parts of a corpus and all of it', () => {
  const temp = tempFolder();
  const parts = ['a', 'b', 'c'].map((name) => join(temp.dir, name));
  const whole = join(temp.dir, 'whole');
  let queries: readonly string[];
  beforeAll(async () => {
    const files = corpusFiles().filter((_, i) => i % 31 === 0);
    // Of unequal sizes, and by owner: what is common in one is rare in another.
    files.forEach((file, i) => {
      const part = parts[i < files.length / 2 ? 0 : i < (files.length * 4) / 5 ? 1 : 2]!;
      for (const folder of [whole, part]) write(folder, file);
    });
    for (const folder of [whole, ...parts]) await buildInto(folder);
    const { skills } = await openIndex(join(whole, 'dist'));
    queries = skills
      .filter((_, i) => i % 3 === 0)
      .map(({ description, name }, i) => (i % 3 === 0 ? name : description).slice(0, 20 + (i % 80)));
  });
  afterAll(() => temp.dispose());

  function write(folder: string, { path, bytes }: CorpusFile): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }

  /** Ranks by all parts, and by the one index of all: paths and scores of what both have. */
  async function rankers(options: OpenOptions) {
    const one = await openIndex(join(whole, 'dist'), options);
    const several = await Promise.all(parts.map((folder) => openIndex(join(folder, 'dist'), options)));
    const members = several.map((index, i) => ({ name: 'abc'[i]!, index }));
    const identities = identify(members.map(({ name, index }) => ({ name, skills: index.skills })));
    const opened = await new FederatedRanking(members, identities).open();
    expect(opened.notices).toEqual([]);
    const all = new FederatedEngine(opened.parts, identities.skills);
    const { engine, vectors } = one.rankingParts();
    const { searcher } = await vectors();
    // What is folded among the parts stands twice in the whole.
    const standing = new Set(identities.skills.map(({ entry }) => entry.path));
    const isStanding = (document: number): boolean => standing.has(one.skills[document]!.path);
    expect(standing.size).toBeGreaterThan(one.skills.length * 0.95);
    return {
      async parts(query: string, fusion: 'sum' | 'rrf') {
        const hits = all.rank(await all.read(query), 20, fusion, () => true, true);
        return hits.map(({ document, score }) => [identities.skills[document]!.entry.path, score] as const);
      },
      async one(query: string, fusion: 'sum' | 'rrf') {
        const read = await engine.read(query, searcher);
        const hits = engine.rank(read, 20, fusion, isStanding, true);
        return hits.map(({ document, score }) => [one.skills[document]!.path, score] as const);
      },
    };
  }

  it('rank alike by words, in order and in score', async () => {
    const { parts: got, one: expectedOf } = await rankers({
      embedder: noEmbedder,
      profile: WITHOUT_REFERENCES,
    });
    let compared = 0;
    for (const query of queries) {
      const [expected, found] = [await expectedOf(query, 'sum'), await got(query, 'sum')];
      expect(found.map(([path]) => path)).toEqual(expected.map(([path]) => path));
      found.forEach(([, score], i) => {
        expect(Math.abs(score - expected[i]![1])).toBeLessThan(DIGITS);
      });
      compared += found.length;
    }
    expect(compared).toBeGreaterThan(1_000);
  });

  it('score alike by words and meaning, but for the rounding of vectors', async () => {
    const { parts: got, one: expectedOf } = await rankers({ profile: WITHOUT_REFERENCES });
    let same = 0;
    for (const query of queries) {
      const [expected, found] = [await expectedOf(query, 'sum'), await got(query, 'sum')];
      if (expected[0]?.[0] === found[0]?.[0]) same += 1;
      const scores = new Map(expected);
      for (const [path, score] of found)
        if (scores.has(path)) expect(Math.abs(score - scores.get(path)!)).toBeLessThan(ROUNDED);
    }
    expect(same).toBeGreaterThan(queries.length * 0.98);
  });

  it('have the same first by places', async () => {
    const { parts: got, one: expectedOf } = await rankers({
      embedder: noEmbedder,
      profile: WITHOUT_REFERENCES,
    });
    for (const query of queries.slice(0, 40)) {
      const [expected, found] = [await expectedOf(query, 'rrf'), await got(query, 'rrf')];
      expect(found[0]?.[0]).toBe(expected[0]?.[0]);
    }
  });
});
