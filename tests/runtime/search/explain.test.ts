import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import type { Explanation } from '../../../runtime/search/explain.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import type { Artifact } from '../../../schema/index.types.js';
import { collection, gated } from '../../helpers/collection.js';
import { codeOf } from '../../helpers/skills-repo.js';

let artifact: Artifact;
let index: SkillIndex;
beforeAll(async () => {
  artifact = await collection(
    {
      'trim-wick': {
        description: 'Trims a candle wick. Not for melting wax, use melt-wax instead.',
        more: 'triggers: [short wick]',
      },
      'melt-wax': { description: 'Melts wax for a candle, in a pot.', more: 'status: deprecated' },
      'old-lamp': { description: 'Lights a candle lamp.', more: 'status: archived' },
      'bake-bread': 'Bakes bread.',
    },
    { synonyms: { taper: ['candle'] } },
  );
  index = await openIndex(artifact);
});

const codes = ({ notices }: Explanation): string[] => notices.map(({ code }) => code);

describe('the explanation of a place', () => {
  it('has the rank and score of a search, every part, and the terms that are missing', async () => {
    const query = 'short wick for a candle pot';
    const { results } = await index.search(query, { verbose: true, gate: false });
    for (const [i, { name, path, score, parts }] of results.entries()) {
      const { skill, ranked } = await index.explain(query, name);
      expect(skill).toEqual({ path, name, rank: i + 1, score, parts });
      expect(ranked).toBe(results.length);
    }
    const { skill, missing, exact, gate, rejected } = await index.explain(query, 'trim-wick');
    expect(skill.parts.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(skill.score, 4);
    expect(skill.parts.find(({ field }) => field === 'trigger')!.terms).toEqual(['short', 'wick']);
    expect(missing).toEqual(['pot']);
    expect({ exact, rejected }).toEqual({ exact: false, rejected: null });
    expect(gate).toEqual((await index.search(query, { verbose: true })).gate);
  });

  it('shows a synonym with its word, which is then not missing elsewhere', async () => {
    const { skill, missing } = await index.explain('taper', 'melt-wax');
    expect(skill.parts.find(({ field }) => field === 'description')!.terms).toEqual(['candl (taper)']);
    expect(missing).toEqual(['taper']);
  });

  it('compares with the one just above, part by part, largest first', async () => {
    const explanation = await index.explain('melt candle wax', 'trim-wick');
    const { skill, above, behind } = explanation;
    expect([above!.name, above!.rank, skill.rank]).toEqual(['melt-wax', 1, 2]);
    expect(behind.map(({ by }) => by)).toEqual([...behind].map(({ by }) => by).sort((a, b) => b - a));
    expect(behind.reduce((sum, { by }) => sum + by, 0)).toBeCloseTo(above!.score - skill.score, 4);
    for (const { field, by } of behind) {
      const scoreIn = (parts: typeof skill.parts) => parts.find((part) => part.field === field)?.score ?? 0;
      expect(by).toBeCloseTo(scoreIn(above!.parts) - scoreIn(skill.parts), 6);
    }
    expect(explanation.handsOffTo).toEqual(['skills/melt-wax']);
    expect(codes(explanation)).toEqual(['hands-off']);
    const first = await index.explain('melt candle wax', 'melt-wax');
    expect(first).toMatchObject({ above: null, behind: [], handsOffTo: [] });
    expect(codes(first)).toEqual(['deprecated']);
  });

  it('says of a skill that does not match what the first one has', async () => {
    const { skill, above, missing } = await index.explain('candle pot', 'bake-bread');
    expect(skill).toMatchObject({ rank: null, score: expect.any(Number) });
    expect(above).toMatchObject({ name: 'melt-wax', rank: 1 });
    expect(missing).toEqual(['candl', 'pot']);
  });

  it.each(['candle lamp', 'old-lamp'])(
    'gives an archived skill no rank, as no search shows it, but its parts: %s',
    async (query) => {
      const explanation = await index.explain(query, 'old-lamp');
      const { skill, above, ranked, exact } = explanation;
      expect({ rank: skill.rank, exact, archived: explanation.archived }).toEqual({
        rank: null,
        exact: false,
        archived: true,
      });
      expect(skill.score).toBeGreaterThan(above?.score ?? 0);
      expect(skill.parts.find(({ field }) => field === 'description')!.score).toBeGreaterThan(0);
      expect(codes(explanation)).toEqual(['archived']);
      expect(explanation.notices[0]!.message).toContain('--status archived');
      const { results } = await index.search(query);
      expect([above?.path, ranked]).toEqual([results[0]?.path, results.length]);
    },
  );

  it('says of a deprecated skill and of an expired one which searches leave them out', async () => {
    const { notices, archived, skill } = await index.explain('candle pot', 'melt-wax');
    expect(archived).toBe(false);
    expect(skill.rank).toBe(1);
    expect(notices.find(({ code }) => code === 'deprecated')!.message).toContain('--current');
  });

  it('puts first what the query names', async () => {
    const named = await index.explain('bake-bread', 'bake-bread');
    expect(named).toMatchObject({ exact: true, skill: { rank: 1 }, rejected: null });
    const other = await index.explain('melt-wax', 'trim-wick');
    expect(other).toMatchObject({ exact: false, above: { name: 'melt-wax' } });
    expect(codes(other)).toContain('above-named');
  });

  it('shows what the gate rejects, with the place that the skill would have', async () => {
    const shut = await openIndex(gated(artifact, 9, { description: 1 }));
    const { skill, gate, rejected } = await shut.explain('candle wick', 'trim-wick');
    expect(skill.rank).toBe(1);
    expect(gate).toMatchObject({ accepted: false, threshold: 9 });
    expect(rejected).toMatchObject({ reason: 'no-fit', nearest: { name: 'trim-wick' } });
    expect(await shut.explain('trim-wick', 'trim-wick')).toMatchObject({ exact: true, rejected: null });
  });

  it('tells what else there is to know of the skill and the query', async () => {
    const long = `wick ${'y'.repeat(10_000)}`;
    const explanation = await index.explain(long, 'trim-wick');
    expect(codes(explanation)).toEqual(['query-cut']);
    expect(explanation.query.length).toBeLessThanOrEqual(200);
    const late = await openIndex(
      await collection({ late: { description: 'Sings.', more: 'created: 2024-01-01\nttl-days: 1' } }),
    );
    expect(codes(await late.explain('sing', 'late'))).toEqual(['expired']);
    const other = {
      ...artifact,
      vectors: { ...(artifact.vectors as object), model: otherModel() },
    } as Artifact;
    expect(codes(await (await openIndex(other)).explain('wick', 'trim-wick'))).toEqual(['embedder-missing']);
  });

  it('refuses a skill that is not there', async () => {
    expect(await codeOf(index.explain('wick', 'trim-wik'))).toBe('skill-unknown');
    expect(await codeOf(index.explain('wick', ''))).toBe('skill-unknown');
  });
});

function otherModel(): object {
  const { model } = artifact.vectors as { readonly model: object };
  return { ...model, revision: '0' };
}
