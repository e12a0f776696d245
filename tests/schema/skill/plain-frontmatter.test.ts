import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSkill } from '../../../schema/skill/parse.js';
import { readPlainFrontmatter } from '../../../schema/skill/plain-frontmatter.js';
import { findFences } from '../../../schema/skill/split.js';
import { toLf } from '../../../schema/text.js';
import { corpusFiles } from '../../helpers/corpus.js';

/** True where it was read; what was read is what the YAML parser reads, which a comment brings in. */
function isReadAsYaml(block: string): boolean {
  const plain = readPlainFrontmatter(block);
  if (plain === null) return false;
  const { document, findings } = parseSkill(`---\n${block}# a comment\n---\n`, 'a/SKILL.md');
  expect(findings, block).toEqual([]);
  expect(JSON.stringify(plain.frontmatter), block).toBe(JSON.stringify(document?.frontmatter));
  expect([...plain.positions], block).toEqual([...document!.positions]);
  return true;
}

describe('readPlainFrontmatter', () => {
  it('reads text, quotes and one map inside', () => {
    const block = `name: a-b\ndescription: Cuts, say, "a" at: b\n`;
    expect(readPlainFrontmatter(block)).toBeNull();
    expect(
      isReadAsYaml(`name: a-b\nnote: "x: y #z"\nmetadata:\n  by: 'it''s'\n  on: http://x.y\nlast: Ünd\n`),
    ).toBe(true);
  });

  it.each([
    'a: true\n',
    'a: ~\n',
    'a: 1\n',
    'a: b #c\n',
    'a: b:\n',
    'a: b \n',
    'a: b\n  c: d\n',
    'a:\n',
    'a:\nb: c\n',
    'a: b\na: c\n',
    'a: "\\n"\n',
    "a: 'b' c\n",
    'a: [b]\n',
    'a: &b c\n',
    'a: |\n  b\n',
    'a: b\u2028c\n',
    'true: a\n',
    '- a\n',
    '',
  ])('leaves to the parser: %j', (block) => expect(readPlainFrontmatter(block)).toBeNull());

  it('property: reads nothing otherwise than the parser', () => {
    const key = fc.constantFrom(
      'a: ',
      'b: ',
      'metadata:',
      '  x: ',
      '  y:',
      'c:  ',
      'z-1: ',
      'null: ',
      ' d: ',
    );
    const value = fc.constantFrom(
      '',
      'foo bar',
      `"a b"`,
      `'it''s'`,
      'no',
      'é',
      'x: y',
      'x #y',
      `a "b`,
      '[c]',
      'true',
    );
    const line = fc
      .tuple(key, value, fc.constantFrom('', '', '', '', ' ', ':', '#', '\n'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        isReadAsYaml(`${lines.join('\n')}\n`);
      }),
      { numRuns: 3000 },
    );
  });

  const files = corpusFiles().filter((_, i) => i % 10 === 0);
  it.skipIf(files.length === 0)('reads a third of all real front matter at least', () => {
    const blocks = files.flatMap(({ bytes }) => {
      const text = toLf(new TextDecoder().decode(bytes));
      const fences = findFences(text);
      return fences === null ? [] : [text.slice(fences.blockStart, fences.blockEnd)];
    });
    expect(blocks.filter(isReadAsYaml).length / blocks.length).toBeGreaterThan(1 / 3);
  });
});
