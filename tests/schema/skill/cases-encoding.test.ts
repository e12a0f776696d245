import { describe, expect, it } from 'vitest';
import { codePointLength } from '../../../schema/text.js';
import { brief, haveCases, judgeCase } from '../../helpers/cases.js';

const path = (name: string): string => `skills/${name}/SKILL.md`;
const bodies = (id: string): readonly string[] =>
  judgeCase(id).skills.map((one) => one.parsed.document!.body);

describe.skipIf(!haveCases)('cases of kind encoding (needs ../shared/cases)', () => {
  it('encoding-01: a blank behind a fence', () => {
    const { findings, loaded } = judgeCase('encoding-01');
    expect([...loaded.values()].map((one) => [one.name, one.description])).toEqual([
      ['close-blank', 'Packs a tent.'],
      ['open-blank', 'Airs a tent.'],
    ]);
    expect(findings).toMatchObject([
      { code: 'fence-trailing-blank', severity: 'warning', path: path('close-blank'), line: 4, fix: '---' },
      { code: 'fence-trailing-blank', severity: 'warning', path: path('open-blank'), line: 1, fix: '---' },
    ]);
  });

  it('encoding-02: a comment above the front matter', () => {
    const { findings, loaded } = judgeCase('encoding-02');
    expect(findings).toMatchObject([
      { code: 'frontmatter-not-first', severity: 'error', line: 1, args: { fenceLine: 2 } },
    ]);
    expect(findings).toHaveLength(1);
    expect(loaded.size).toBe(0);
  });

  it('encoding-03: CRLF', () => {
    const { findings, skills, loaded } = judgeCase('encoding-03');
    expect(findings).toEqual([]);
    expect({ ...skills[0]!.parsed.document!.frontmatter }).toEqual({
      name: 'crlf-file',
      description: 'Rolls a rug.',
      license: 'MIT',
    });
    expect(loaded.get(path('crlf-file'))?.name).toBe('crlf-file');
    expect(skills[0]!.parsed.document).toMatchObject({ body: 'Do the step.\n', bodyLine: 7 });
  });

  it('encoding-04: bodies do not depend on line ends', () => {
    expect(bodies('encoding-04')).toEqual(['Step one.\nStep two.\n', 'Step one.\nStep two.\n']);
    const { findings } = judgeCase('encoding-04');
    expect(findings).toMatchObject([
      { code: 'body-duplicate', args: { paths: [path('oak-crlf'), path('oak-lf')] } },
    ]);
    expect(findings).toHaveLength(1);
  });

  it('encoding-05, encoding-06: a byte order mark is one warning', () => {
    for (const [id, name, description] of [
      ['encoding-05', 'bom-file', 'Tunes a bell.'],
      ['encoding-06', 'bom-agree', 'Rings a bell.'],
    ] as const) {
      const { findings, loaded } = judgeCase(id);
      expect(findings).toMatchObject([
        { code: 'byte-order-mark', severity: 'warning', line: 1, column: 1, fix: '' },
      ]);
      expect(findings).toHaveLength(1);
      expect(loaded.get(path(name))).toMatchObject({ name, description });
    }
  });

  it('encoding-08: an em dash', () => {
    const { findings, loaded } = judgeCase('encoding-08');
    expect(findings).toEqual([]);
    expect(loaded.get(path('em-dash'))?.description).toBe('Cuts planks \u2014 then sands them');
    expect(codePointLength(loaded.get(path('em-dash'))!.description)).toBe(29);
  });

  it('encoding-10, encoding-11: dashes inside values are no fence', () => {
    const line = judgeCase('encoding-10');
    expect(line.findings).toEqual([]);
    expect(line.loaded.get(path('dash-value'))?.description).toBe('Splits text --- then joins it');
    expect(line.skills[0]!.parsed.document).toMatchObject({ body: 'Do the step.\n', bodyLine: 6 });
    const block = judgeCase('encoding-11');
    expect(block.loaded.get(path('dash-block'))?.description).toBe('Above\n---\nBelow');
    expect(block.skills[0]!.parsed.document).toMatchObject({ body: 'Do the step.\n', bodyLine: 9 });
  });

  it('encoding-12: four dashes close nothing', () => {
    const { findings, loaded } = judgeCase('encoding-12');
    expect(findings).toMatchObject([
      { code: 'frontmatter-unclosed', severity: 'error', line: 4, fix: '---', args: { openLine: 1 } },
    ]);
    expect(findings).toHaveLength(1);
    expect(loaded.size).toBe(0);
  });

  it('encoding-13: rules of three dashes in the body', () => {
    const { findings, loaded } = judgeCase('encoding-13');
    expect(findings).toEqual([]);
    expect(loaded.get(path('rule-body'))).toMatchObject({
      name: 'rule-body',
      description: 'Writes a leaflet.',
    });
    expect(bodies('encoding-13')).toEqual([
      'Front page.\n\n---\n\ntitle: not: yaml [at all\n\n---\n\nBack page.\n',
    ]);
  });

  it('encoding-14: a long CRLF file without a closing fence takes no time', () => {
    const start = performance.now();
    const { findings, loaded } = judgeCase('encoding-14');
    expect(performance.now() - start).toBeLessThan(1000);
    expect(brief(findings)).toEqual(['frontmatter-unclosed skills/slow-match/SKILL.md:1:1']);
    expect(loaded.size).toBe(0);
  });

  it('encoding-16: only front matter', () => {
    const { findings, loaded } = judgeCase('encoding-16');
    expect([...loaded.values()].map((one) => one.name)).toEqual(['no-eol', 'only-head']);
    expect(bodies('encoding-16')).toEqual(['', '']);
    expect(findings.map((one) => [one.code, one.severity])).toEqual(Array(2).fill(['body-empty', 'warning']));
  });
});
