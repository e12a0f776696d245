import { beforeAll, describe, expect, it } from 'vitest';
import { evidentQueries } from '../../../build/usage/evidence.js';
import { buildRouting } from '../../../build/usage/routing.js';
import { loadPackagedModel } from '../../../runtime/embed/model-folder.js';
import { Federation } from '../../../runtime/library/federation.js';
import { openIndex } from '../../../runtime/open-index.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import { SIGNALS } from '../../../schema/calibration.js';
import { isSidecar } from '../../../schema/format.js';
import type { Artifact } from '../../../schema/index.types.js';
import type { RoutingProfile } from '../../../schema/usage/section.js';
import type { UsageRecord } from '../../../schema/usage/types.js';
import { collection, gated } from '../../helpers/collection.js';
import { usageRecord } from '../../helpers/usage-records.js';

const CURRENT = { version: null, digest: `sha256:${'0'.repeat(64)}` };
const QUERY = 'the flame smokes and flickers';

let artifact: Artifact;
let plain: SkillIndex;
beforeAll(async () => {
  artifact = await collection({
    'melt-wax': 'Melts wax for a candle, in a pot, so that no flame is needed.',
    'old-lamp': { description: 'Lights a lamp whose flame flickers.', more: 'status: archived' },
    'pour-mould': 'Pours wax into a mould that smokes and flickers in a flame.',
    'trim-wick': 'Trims a candle wick.',
    'write-label': 'Writes a label for a box of candles.',
  });
  plain = await openIndex(artifact);
});

/** The index with records of skills, by name, as a build packs them; `profile` in place of what it chose. */
async function recorded(
  records: Readonly<Record<string, readonly UsageRecord[]>>,
  profile: Partial<RoutingProfile> = {},
  of: Artifact = artifact,
): Promise<SkillIndex> {
  const { skills, lexical, vectors, calibration, synonyms } = of;
  if (isSidecar(skills) || isSidecar(lexical) || isSidecar(vectors)) throw new Error('has sidecars');
  const queries = skills.map(({ name }) => evidentQueries(records[name] ?? [], CURRENT));
  const embedder = loadPackagedModel();
  const routing = await buildRouting({ skills, lexical, vectors, calibration, synonyms, embedder }, queries);
  const usage = {
    routing: routing && { ...routing, profile: { ...routing.profile, ...profile } },
    skills: [],
  };
  return openIndex({ ...of, usage });
}

async function ranks(index: SkillIndex, query: string): Promise<string[]> {
  return (await index.search(query)).results.map(({ name }) => name);
}

describe('a recorded query', () => {
  it('moves the skill that helped up when it is asked again, and says so', async () => {
    expect((await ranks(plain, QUERY))[0]).toBe('pour-mould');
    const index = await recorded({ 'trim-wick': [usageRecord(QUERY, [3, 0])] });
    expect((await ranks(index, QUERY))[0]).toBe('trim-wick');
    const { skill } = await index.explain(`${QUERY}!`, 'trim-wick');
    const part = skill.parts.find(({ field }) => field === 'recorded')!;
    expect(part).toMatchObject({ terms: [], record: { query: QUERY, likeness: 1, evidence: 0.6457 } });
    expect(part.score).toBeCloseTo(0.6457 / 2, 4);
    expect(skill.parts.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(skill.score, 4);
  });

  it.each([
    ['the flame smokes and flickers badly', true],
    ['badly flickers, smokes: the flame', true],
    ['the flame smokes', false],
    ['a wick for a box', false],
  ])('alone counts for what is nearly the same: %s', async (query, moves) => {
    const index = await recorded({
      'write-label': [usageRecord('the flame smokes and flickers badly', [2, 0])],
    });
    const part = (await index.explain(query, 'write-label')).skill.parts.find(
      ({ field }) => field === 'recorded',
    );
    expect((part?.score ?? 0) > 0).toBe(moves);
  });

  it('that a skill did not help with lowers it for that query only', async () => {
    const index = await recorded({ 'pour-mould': [usageRecord(QUERY, [0, 3])] });
    expect(await ranks(plain, QUERY)).not.toEqual(await ranks(index, QUERY));
    expect((await index.explain(QUERY, 'pour-mould')).skill.score).toBe(0);
    for (const query of ['pour wax into a mould', 'a mould in a flame', 'label a box'])
      expect((await index.search(query)).results).toEqual((await plain.search(query)).results);
  });

  it('leads to a skill that has none of its words, and never to an archived one', async () => {
    const query = 'zymurgy kvass krausen';
    const records = [usageRecord(query, [2, 0])];
    const index = await recorded({ 'write-label': records, 'old-lamp': records });
    expect(await ranks(index, query)).toEqual(['write-label']);
    expect(await ranks(plain, query)).toEqual([]);
  });

  it.each([
    ['more than once opens the gate', [2, 0], true],
    ['once does not', [1, 0], false],
    ['with failures does not', [2, 2], false],
  ] as const)('that helped %s', async (_, outcomes, opens) => {
    const shut = gated(artifact, 1, Object.fromEntries(SIGNALS.map((signal) => [signal, 0])));
    const index = await recorded({ 'trim-wick': [usageRecord(QUERY, outcomes)] }, {}, shut);
    const { results, rejected, gate } = await index.search(QUERY, { verbose: true });
    expect([results[0]?.name, rejected?.reason]).toEqual(
      opens ? ['trim-wick', undefined] : [undefined, 'no-fit'],
    );
    expect([gate!.accepted, gate!.recorded]).toEqual([opens, opens ? true : undefined]);
    expect((await index.search('a candle in a pot')).rejected?.reason).toBe('no-fit');
  });
});

describe('similar recorded queries', () => {
  const RECORDS = {
    'trim-wick': [
      'flame smokes in the evening',
      'black smoke from my flame',
      'flame flickers in a draught',
    ].map((query) => usageRecord(query, [5, 0])),
  };

  it('move a skill by the weight that the build chose, the more the nearer they are', async () => {
    const scoreOf = async (index: SkillIndex, query: string): Promise<number> => {
      const { skill } = await index.explain(query, 'trim-wick');
      return skill.parts.find(({ field }) => field === 'recorded')?.score ?? 0;
    };
    const [without, half, whole] = [
      await recorded(RECORDS),
      await recorded(RECORDS, { weight: 0.5 }),
      await recorded(RECORDS, { weight: 1 }),
    ];
    const query = 'why is there black smoke in my flame tonight';
    expect(await scoreOf(without!, query)).toBe(0);
    expect(await scoreOf(half!, query)).toBeGreaterThan(0);
    expect(await scoreOf(whole!, query)).toBeCloseTo(2 * (await scoreOf(half!, query)), 5);
    expect(await scoreOf(whole!, query)).toBeGreaterThan(
      await scoreOf(whole!, 'why is there a label in my flame tonight'),
    );
    expect(await scoreOf(whole!, 'label boxes')).toBe(0);
  });

  it('leave a skill without records its place among the others', async () => {
    const query = 'pours wax into a mould for a flame';
    const index = await recorded(RECORDS, { weight: 1, imputed: 1 });
    const [first] = (await index.search(query, { verbose: true })).results;
    expect(first!.name).toBe('pour-mould');
    const part = first!.parts!.find(({ field }) => field === 'recorded')!;
    expect(part.score).toBeGreaterThan(0);
    expect(part.record).toBeUndefined();
    const unfair = await recorded(RECORDS, { weight: 1, imputed: 0 });
    expect((await unfair.explain(query, 'pour-mould')).skill.score).toBeLessThan(first!.score);
  });

  it('of one index leave the skills of another without records their place', async () => {
    const other = await openIndex(await collection({ 'fix-smoke': 'Finds why a flame has black smoke.' }));
    const index = await recorded(RECORDS, { weight: 1, imputed: 1 });
    const federate = (one: SkillIndex): Federation =>
      new Federation([
        { name: 'one', index: one, scope: 'project' },
        { name: 'other', index: other, scope: 'project' },
      ]);
    const query = 'the flame has black smoke inside';
    const { results } = await federate(index).search(query, { verbose: true, gate: false });
    expect(results[0]!.name).toBe('fix-smoke');
    expect(results[0]!.parts!.some(({ field, score }) => field === 'recorded' && score > 0)).toBe(true);
    const own = results.find(({ name }) => name === 'trim-wick')!.parts!;
    expect(own.find(({ field }) => field === 'recorded')!.record!.query).toBe('black smoke from my flame');
  });

  it('count in the fusion by places, too', async () => {
    const index = await recorded(RECORDS, { weight: 1 });
    const place = async (one: SkillIndex): Promise<number> => {
      const { results } = await one.search('flame smokes', { fusion: 'rrf', gate: false });
      const place = results.findIndex(({ name }) => name === 'trim-wick');
      return place === -1 ? Number.POSITIVE_INFINITY : place;
    };
    expect(await place(index)).toBeLessThan(await place(plain));
  });
});

describe('hostile recorded queries', () => {
  it.each(['__proto__ constructor', '\u202eevil', 'a'.repeat(1000), '数据 清洗', '🕯️ 🔥', 'the of and'])(
    'move nothing else: %s',
    async (query) => {
      const index = await recorded({ 'trim-wick': [usageRecord(query, [5, 0])] });
      expect((await index.search('label a box')).results).toEqual(
        (await plain.search('label a box')).results,
      );
      await index.search(query);
    },
  );
});
