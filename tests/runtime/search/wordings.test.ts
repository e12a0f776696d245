import { describe, expect, it } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import { Synonyms } from '../../../runtime/search/synonyms.js';
import { collection, gated } from '../../helpers/collection.js';

describe('wordings', () => {
  const synonyms = new Synonyms({
    'roll out': ['deploy', 'release'],
    发版: ['发布'],
    brrr: ['meeting minutes'],
  });

  it.each([
    ['roll out', ['deploy', 'release']],
    ['Roll Out kiln', ['deploy  kiln', 'release  kiln']],
    ['rolling out', ['deploy rolling out', 'release rolling out']],
    ['发版', ['发布']],
    ['summarise brrr', ['meeting minutes summarise']],
    ['summarise all of the long and windy brrr of yesterday', []],
    ['kiln', []],
    ['', []],
  ])('of %j are %j', (query, texts) => {
    const given = synonyms.wordings(query).map(({ text }) => text.replace(/\s+/g, ' '));
    expect(given).toEqual(texts.map((text) => text.replace(/\s+/g, ' ')));
  });

  it('are none without a table', () => {
    expect(new Synonyms().wordings('roll out')).toEqual([]);
  });
});

describe('a search that its own words do not open', async () => {
  const skills = {
    ship: 'Deploys a web service to the staging cluster, then to production.',
    minutes: 'Writes meeting minutes from a transcript, with owners and dates.',
    glaze: 'Mixes a glaze for stoneware and fires it in the kiln.',
  };
  const artifact = await collection(skills, {
    synonyms: { 'roll out': ['deploy'], brrr: ['meeting minutes'] },
  });
  // Accepts `meeting minutes` (0.13), and not what a synonym alone brings at its lower weight (0.07).
  const strict = gated(artifact, 0.1, { share: 1 });

  it('is tried in its other wordings, and says so', async () => {
    const index = await openIndex(strict);
    const answer = await index.search('brrr');
    expect(answer.results[0]!.name).toBe('minutes');
    expect(answer.query).toBe('brrr');
    expect(answer.notices).toEqual([
      { code: 'synonym-used', message: '"brrr" was searched as "meeting minutes", by the synonyms.' },
    ]);
    const plain = await index.search('meeting minutes');
    expect(plain.notices).toEqual([]);
    expect(answer.results.map(({ path }) => path)).toEqual(plain.results.map(({ path }) => path));
    const { skill, gate, notices } = await index.explain('brrr', 'minutes');
    expect([skill.rank, gate.accepted, notices]).toEqual([1, true, answer.notices]);
  });

  it('stays rejected where no wording fits either', async () => {
    const index = await openIndex(gated(artifact, 100, { share: 1 }));
    const { results, rejected, notices } = await index.search('brrr');
    expect([results, notices]).toEqual([[], []]);
    expect(rejected).not.toBeNull();
  });

  it('shows what is nearest in meaning without the gate', async () => {
    const index = await openIndex(gated(artifact, 100));
    const query = 'pottery';
    expect((await index.search(query)).results).toEqual([]);
    expect((await index.search(query, { gate: false })).results[0]!.name).toBe('glaze');
  });
});
