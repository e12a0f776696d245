import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noEmbedder } from '../../../runtime/embed/none.js';
import { Federation, type FederationMember } from '../../../runtime/library/federation.js';
import { openIndex } from '../../../runtime/open-index.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import { buildInto } from '../../helpers/built-case.js';
import { collection, gated } from '../../helpers/collection.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';

const temp = tempFolder();
let sample: SampleRepo;
let first: SkillIndex;
let second: SkillIndex;
let library: Federation;
beforeAll(async () => {
  sample = await sampleRepo();
  first = await openIndex(sample.out);
  const repo = new TestRepo(`${temp.dir}/second`);
  repo
    .write('skills/clip-wick/SKILL.md', skillText('clip-wick', 'Another wick.'))
    .write('skills/clip-wick/extra.md', 'An extra file.\n')
    .write('tools/other/pack-bag/SKILL.md', skillText('pack-bag', 'Packs otherwise.'))
    .write('skills/pack-box/SKILL.md', skillText('pack-box'))
    .write('skills/web-cache/SKILL.md', `${sample.repo.git('show', 'HEAD:skills/web-cache/SKILL.md')}\n`);
  repo.commit('second');
  second = await openIndex((await buildInto(repo.dir, { roots: ['skills', 'tools'] })).out);
  library = federate({ first, second });
});
afterAll(() => {
  sample.dispose();
  temp.dispose();
});

function federate(indexes: Record<string, SkillIndex>, more: Partial<FederationMember> = {}): Federation {
  return new Federation(
    Object.entries(indexes).map(([name, index]) => ({ name, index, scope: 'project', ...more })),
  );
}

describe('a federation of two indexes', () => {
  it.each([
    ['clip-wick', 'skills/clip-wick', ['second:skills/clip-wick']],
    ['skills/clip-wick', 'skills/clip-wick', []],
    ['second:skills/clip-wick', 'second:skills/clip-wick', []],
    ['second:clip-wick', 'second:skills/clip-wick', []],
    ['SECOND:clip-wick', 'second:skills/clip-wick', []],
    ['first:clip-wick', 'skills/clip-wick', []],
    ['second:pack-bag', 'tools/other/pack-bag', []],
    ['second:web-cache', 'skills/web-cache', []],
    ['pack-bag', 'skills/north/pack-bag', ['skills/south/pack-bag', 'tools/other/pack-bag']],
    ['trim-wick', 'skills/clip-wick', []],
    ['skill://clip-wick/SKILL.md', 'skills/clip-wick', []],
    ['skill://second/clip-wick/SKILL.md', 'second:skills/clip-wick', []],
    ['pack-box', 'skills/pack-box', []],
  ])('finds %s', (word, path, others) => {
    const found = library.find(word);
    expect(found).toMatchObject({ kind: 'found', others });
    expect(found.kind === 'found' && library.skills[found.document]!.path).toBe(path);
  });

  it('finds by prefix, where no source has that name', () => {
    const [one, two] = [
      { name: 'one', scope: 'project', index: first },
      { name: 'two', scope: 'project', prefix: 'team', index: second },
    ] as const;
    const pathOf = (all: Federation, word: string) => {
      const found = all.find(word);
      return found.kind === 'found' ? all.skills[found.document]!.path : null;
    };
    expect(pathOf(new Federation([one, two]), 'team:clip-wick')).toBe('two:skills/clip-wick');
    expect(pathOf(new Federation([{ ...one, name: 'team' }, two]), 'team:clip-wick')).toBe(
      'skills/clip-wick',
    );
  });

  it('gives each skill and file under its own path and URIs', async () => {
    const skill = await library.get('second:clip-wick');
    expect(skill).toMatchObject({
      path: 'second:skills/clip-wick',
      uri: 'skill://second/clip-wick/SKILL.md',
      source: 'second',
      lineage: ['second:skills/clip-wick@1'],
    });
    expect(skill.body).toContain('Another wick.');
    expect(skill.files.map(({ uri }) => uri)).toEqual([
      'skill://second/clip-wick/SKILL.md',
      'skill://second/clip-wick/extra.md',
    ]);
    for (const path of ['extra.md', 'skill://second/clip-wick/extra.md']) {
      const file = await library.file('second:skills/clip-wick', path);
      expect(file).toMatchObject({ text: 'An extra file.\n', uri: 'skill://second/clip-wick/extra.md' });
    }
    expect((await library.get('clip-wick', { version: '1' })).path).toBe('skills/trim-wick');
    expect((await library.get('clip-wick')).notices.map(({ code }) => code)).toEqual(['name-ambiguous']);
    const file = await library.file('clip-wick', 'data/blob.bin');
    expect(file.text).toBeNull();
    for (const { path, uri, resources } of library.skills) {
      const content = await library.get(path);
      expect([content.path, content.uri]).toEqual([path, uri]);
      for (const { uri: one } of resources) expect((await library.file(path, one)).uri).toBe(one);
    }
  });

  it('lists all, says where each is from, and what is in both', () => {
    const all = library.list();
    expect(all.map(({ path }) => path)).toEqual(
      library.skills.filter(({ metadata }) => metadata.status !== 'archived').map(({ path }) => path),
    );
    expect(all.find(({ path }) => path === 'skills/web-cache')).toMatchObject({
      source: 'first',
      alsoIn: ['second'],
    });
    expect(library.list({ tags: ['candle'] }).map(({ path }) => path)).toEqual(['skills/clip-wick']);
    expect(library.lineage('second:clip-wick').versions).toHaveLength(1);
    expect(library.lineage('clip-wick').versions.length).toBeGreaterThan(1);
  });

  it('answers a search with the skills of both, and explains it', async () => {
    const { results, notices } = await library.search('wick', { gate: false, verbose: true });
    expect(results.map(({ path, source }) => [path, source])).toEqual(
      expect.arrayContaining([
        ['skills/clip-wick', 'first'],
        ['second:skills/clip-wick', 'second'],
      ]),
    );
    expect(notices).toEqual([]);
    const [best] = results;
    const explained = await library.explain('wick', best!.path);
    expect(explained.skill).toMatchObject({ path: best!.path, rank: 1 });
    expect(explained.skill.parts).toEqual(best!.parts);
    const places = await Promise.all(results.map(({ path }) => library.explain('wick', path)));
    expect(places.map(({ skill }) => skill.rank)).toEqual(results.map((_, i) => i + 1));
    const fused = await library.search('wick', { gate: false, fusion: 'rrf' });
    expect(fused.results.map(({ path }) => path)).toEqual(expect.arrayContaining(['skills/clip-wick']));
    expect(fused.results.every(({ score }) => score > 0 && score <= 1)).toBe(true);
  });

  it('says what is wrong with a word', async () => {
    expect(await codeOf(library.get('nothing-like-it'))).toBe('skill-unknown');
    expect(await codeOf(library.get('bad'))).toBe('skill-failed');
    expect(await codeOf(library.get('second:nothing'))).toBe('skill-unknown');
    expect(await codeOf(library.file('clip-wick', 'none.md'))).toBe('file-unknown');
    await expect(library.get('clip-wicks')).rejects.toThrow(/no skill clip-wicks/);
  });

  it('knows the index that a proposal goes to', () => {
    expect(library.home('second:clip-wick')).toBe(second);
    expect(library.home('pack-box')).toBe(second);
    expect(library.home('clip-wick')).toBe(first);
    expect(library.home('a-new-one')).toBe(first);
    expect(library.home('second:a-new-one')).toBe(second);
    const names = [
      'second:clip-wick',
      'pack-box',
      'clip-wick',
      'second:web-cache',
      'second:a-new-one',
      'a:b',
    ];
    expect(names.map((name) => library.nameAtHome(name))).toEqual([
      'skills/clip-wick',
      'pack-box',
      'clip-wick',
      'skills/web-cache',
      'a-new-one',
      'a:b',
    ]);
    const shared = new Federation([
      { name: 'shared', scope: 'shared', index: first },
      { name: 'project', scope: 'project', index: second },
    ]);
    expect(shared.home('a-new-one')).toBe(second);
  });

  it('leaves out what is blocked, everywhere', async () => {
    const blocked = federate({ first, second }, { block: ['clip-wick'] });
    expect(blocked.find('clip-wick').kind).toBe('none');
    expect(blocked.find('second:skills/clip-wick').kind).toBe('none');
    const { results } = await blocked.search('wick', { gate: false });
    expect(results.map(({ name }) => name)).not.toContain('clip-wick');
    expect(blocked.list().map(({ name }) => name)).not.toContain('clip-wick');
    expect(blocked.leftOut).toBe(2);
    const none = federate({ first, second }, { allow: ['nothing-like-it'] });
    expect((await none.search('wick')).rejected).toMatchObject({
      reason: 'empty-index',
      message: expect.stringContaining(`leave out all ${none.leftOut} `),
    });
  });
});

describe('the gates of a federation', () => {
  async function opened(word: string, threshold: number): Promise<SkillIndex> {
    const built = await collection(
      { [`${word}-a`]: `Polishes brass ${word}.`, [`${word}-b`]: `Oils leather ${word}.` },
      { embedder: 'none' },
    );
    return openIndex(gated(built, threshold), { embedder: noEmbedder });
  }

  it('let in the skills of those indexes that accept the query', async () => {
    const [open, closed] = [await opened('lamp', -1), await opened('shoe', 1)];
    const both = federate({ open, closed });
    const { results, gate } = await both.search('polishes brass', { verbose: true });
    expect(results.map(({ path }) => path)).toEqual(['skills/lamp-a']);
    expect(gate).toMatchObject({ accepted: true, source: 'open' });
    const all = await both.search('polishes brass', { gate: false });
    expect(all.results.map(({ path }) => path)).toEqual(['skills/lamp-a', 'skills/shoe-a']);
    expect((await both.search('shoe-a')).results.map(({ path }) => path)).toContain('skills/shoe-a');
  });

  it('reject together, with the nearest of all', async () => {
    const both = federate({ one: await opened('lamp', 1), two: await opened('shoe', 1) });
    const { results, rejected } = await both.search('polishes brass');
    expect(results).toEqual([]);
    expect(rejected).toMatchObject({ reason: 'no-fit', nearest: { path: 'skills/lamp-a' } });
  });

  it('say where the models differ, once', async () => {
    const vectors = await openIndex(await collection({ a: 'Polishes brass.', b: 'Oils leather.' }));
    const { artifact } = vectors;
    const section = artifact.vectors as { model: object };
    const other = {
      ...artifact,
      vectors: { ...section, model: { ...section.model, id: 'another', recipe: 'description-v1' } },
    };
    const both = federate({ vectors, other: await openIndex(other as typeof artifact) });
    const { notices } = await both.search('polishes brass');
    expect(notices.map(({ code, message }) => [code, message.startsWith('Index other: ')])).toEqual([
      ['embedder-missing', true],
    ]);
    expect((await both.search('polishes brass')).notices).toEqual([]);
  });
});
