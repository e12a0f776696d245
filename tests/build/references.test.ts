import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownTexts } from '../../build/own-texts.js';
import { type ReferringSkill, referencesTo } from '../../build/references.js';
import { readMarkdown } from '../../schema/markdown.js';
import { readMetadata } from '../../schema/skill/metadata.js';
import { parseSkill } from '../../schema/skill/parse.js';
import { corpusFiles } from '../helpers/corpus.js';
import { sharedPath } from '../helpers/shared.js';

const skill = (
  path: string,
  description: string,
  body = '',
  name = path.split('/').at(-1)!,
): ReferringSkill => {
  const { handOffs } = ownTexts(name, description, {});
  return { path, name, handOffs, prose: Buffer.from(readMarkdown(body).prose) };
};

/** References by name of the skill. */
const references = (skills: readonly ReferringSkill[]) => {
  const found = referencesTo(skills);
  return Object.fromEntries(skills.map(({ name }, i) => [name, found[i]]));
};

describe('referencesTo', () => {
  it('takes hand-offs, then mentions, each by path and in the order of the text', () => {
    const skills = [
      skill('s/a', 'Plans. For web ads, see ads.', 'Use `ads` for banners.\nThen **ads** for video.'),
      skill('s/ads', 'Makes ads.'),
      skill('s/b-c', 'Writes. For print media, see ads.', '- **ads**: for posters'),
    ];
    expect(references(skills)).toEqual({
      a: [],
      ads: [
        'For web ads, see',
        'For print media, see',
        'Use `` for banners.',
        'Then **** for video.',
        '- ****: for posters',
      ],
      'b-c': [],
    });
  });

  it('counts the same text of several skills once', () => {
    const copies = ['s/a', 's/b', 's/c'].map((path) =>
      skill(path, 'Does. For x-rays, use ray-tool.', 'Ask ray-tool kindly.'),
    );
    expect(references([...copies, skill('s/ray-tool', 'Does rays.')])['ray-tool']).toEqual([
      'For x-rays, use',
      'Ask  kindly.',
    ]);
  });

  it('leaves out code, its own name, what says nothing, and a sentence that names more than two others', () => {
    const body = [
      '`a-a` is this one, near b-b forms.',
      '```',
      'run b-b in code',
      '```',
      'See [`b-b`](../b-b/SKILL.md).',
      'b-b, c-c and d-d are lists.',
      'b-b and c-c are pairs; b-b, a-a and c-c are triples with its own.',
    ].join('\n');
    const others = ['s/b-b', 's/c-c', 's/d-d'].map((path) => skill(path, 'Does.'));
    const found = references([skill('s/a-a', 'Does.', body), ...others]);
    expect(found).toEqual({
      'a-a': [],
      'b-b': [
        '`a-a` is this one, near  forms.',
        'and c-c are pairs;',
        ', a-a and c-c are triples with its own.',
      ],
      'c-c': ['b-b and  are pairs;', 'b-b, a-a and  are triples with its own.'],
      'd-d': [],
    });
  });

  it('leads to the nearest of several, and to a folder by its name', () => {
    const skills = [
      skill('one/mail-out', 'Does.'),
      skill('two/mail-out', 'Does.'),
      skill('two/writer', 'Does.', 'Newsletters go to mail-out.'),
      skill('two/x-folder', 'Does. For stamps, use x-folder.', '', 'known'),
      skill('two/z', 'Does. For letters, use x-folder.'),
    ];
    expect(referencesTo(skills)).toEqual([[], ['Newsletters go to .'], [], ['For letters, use'], []]);
  });

  it('keeps 64, hand-offs first', () => {
    const lines = Array.from({ length: 100 }, (_, i) => `Line ${i} names hub-tool.`).join('\n');
    const skills = [
      skill('s/a', 'Does.', lines),
      skill('s/hub-tool', 'Does.'),
      skill('s/z', 'Does. For zebras, use hub-tool.'),
    ];
    const found = references(skills)['hub-tool']!;
    expect(found).toHaveLength(64);
    expect(found[0]).toBe('For zebras, use');
    expect(found.at(-1)).toBe('Line 62 names .');
  });
});

const corpus = corpusFiles();

/** Skills of an evaluation set's pool, sorted by path. */
function poolOf(set: string): ReferringSkill[] {
  const pool = JSON.parse(readFileSync(sharedPath(`evals/${set}/pool.json`)!, 'utf8')) as Record<
    string,
    string
  >;
  const paths = new Set(
    Object.values(pool).map((path) => `skills/${path.replace(/\/SKILL\.md$/, '')}/SKILL.md`),
  );
  return corpus
    .filter(({ path }) => paths.has(path))
    .flatMap(({ path, bytes }) => {
      const { document } = parseSkill(bytes, path);
      if (document === null) return [];
      const { name, description, metadata } = readMetadata(document, path.split('/').at(-2)!);
      const { handOffs } = ownTexts(name, description, metadata);
      const prose = Buffer.from(readMarkdown(document.body).prose);
      return [{ path: path.slice(0, -'/SKILL.md'.length), name, handOffs, prose }];
    });
}

describe.skipIf(sharedPath('corpora') === null || sharedPath('evals') === null)(
  'references in real collections',
  () => {
    it.each([
      ['uipath', 27, 21, 16],
      ['nvidia', 343, 193, 25],
      ['marketing', 48, 44, 34],
    ])('%s: of %i skills others speak of %i, %i of them in hand-offs', (set, count, all, handOffs) => {
      const skills = poolOf(set);
      expect(skills).toHaveLength(count);
      const spokenOf = (some: readonly ReferringSkill[]) =>
        referencesTo(some).filter(({ length }) => length > 0).length;
      expect(spokenOf(skills)).toBe(all);
      expect(spokenOf(skills.map((one) => ({ ...one, prose: Buffer.from('') })))).toBe(handOffs);
    });

    it('says what sibling skills say', () => {
      const skills = poolOf('uipath');
      const agents = referencesTo(skills)[skills.findIndex(({ name }) => name === 'uipath-agents')]!;
      expect(agents).toContain('For coded agents→');
      expect(agents).toContain('for Python agents use ``;');
    });
  },
);
