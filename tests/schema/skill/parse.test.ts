import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSkill } from '../../../schema/skill/parse.js';
import { isLoadable, validateSkill } from '../../../schema/skill/validate.js';

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : Buffer.from(part))),
  );
const codes = (source: Uint8Array | string): string[] =>
  parseSkill(source, 'a/SKILL.md').findings.map((one) => one.code);
const frontmatter = (yaml: string): unknown => {
  const { document } = parseSkill(`---\n${yaml}\n---\n`, 'a/SKILL.md');
  return document && JSON.parse(JSON.stringify(document.frontmatter));
};

describe('parseSkill', () => {
  it('names what is no UTF-8 text, with its place', () => {
    const at = (source: Uint8Array) =>
      parseSkill(source, 'p').findings.map(({ code, line, column }) => [code, line, column]);
    expect(at(bytes('---\nname: \u00e9', [0xff], '\n---\n'))).toEqual([['encoding-invalid-utf-8', 2, 8]]);
    expect(at(bytes('---\n\u{1f9e9}', [0xed, 0xa0, 0x80]))).toEqual([['encoding-invalid-utf-8', 2, 2]]);
    expect(at(bytes([0xff, 0xfe, 0x2d, 0]))).toEqual([['encoding-utf-16', 1, 1]]);
    expect(at(new Uint8Array(Buffer.from('---\nname: x\n', 'utf16le')))).toEqual([['encoding-utf-16', 1, 1]]);
    expect(at(bytes('---\nname: a\0b\n---\n'))).toEqual([['encoding-nul', 2, 8]]);
    expect(at(bytes('---\nname: a', [0xe2, 0x82]))).toEqual([['encoding-invalid-utf-8', 2, 8]]);
  });

  it('names lone surrogates, as text and as escapes', () => {
    expect(codes('---\nname: \ud800\n---\n')).toEqual(['encoding-lone-surrogate']);
    expect(codes('---\nname: "\\ud800"\n---\n')).toEqual(['encoding-lone-surrogate']);
    expect(codes('---\nname: "\\ud83d\\ude00"\n---\n')).toEqual([]);
  });

  it('tells the ways in which front matter is not there', () => {
    expect(codes('')).toEqual(['file-empty']);
    expect(codes('# Title\n')).toEqual(['frontmatter-missing']);
    expect(codes('---\n---\nText\n')).toEqual(['frontmatter-empty']);
    expect(codes('---\n# only a comment\n---\n')).toEqual(['frontmatter-empty']);
    expect(codes('---\n- a\n- b\n---\n')).toEqual(['frontmatter-not-map']);
    expect(codes('---\njust text\n---\n')).toEqual(['frontmatter-not-map']);
    expect(codes(`---\nname: ${'x'.repeat(70_000)}\n---\n`)).toEqual(['frontmatter-too-large']);
    expect(codes('../a/SKILL.md')).toEqual(['link-pointer']);
    expect(codes('https://example.com/SKILL.md')).toEqual(['frontmatter-missing']);
  });

  it('keeps what a number would not give back as text', () => {
    expect(
      frontmatter(
        'a: 1.10\nb: 0x10\nc: 007\nd: 2024-01-01\ne: 3\nf: 1e3\ng: .inf\nh: -0\ni: 2.5\nj: 12345678901234567890',
      ),
    ).toEqual({
      a: '1.10',
      b: '0x10',
      c: '007',
      d: '2024-01-01',
      e: 3,
      f: '1e3',
      g: '.inf',
      h: '-0',
      i: 2.5,
      j: '12345678901234567890',
    });
    expect(frontmatter('a: true\nb: ~\nc:\nd: yes\nmetadata:\n  e: true\n  f:\n  g: 1.10')).toEqual({
      a: true,
      b: null,
      c: null,
      d: 'yes',
      metadata: { e: 'true', f: '', g: '1.10' },
    });
  });

  it('refuses what hosts read in different ways', () => {
    expect(codes('---\na: &x b\n---\n')).toEqual(['yaml-alias']);
    expect(codes('---\na: b\u0003c\n---\n')).toEqual(['yaml-control-character']);
    expect(codes('---\na: !!str b\n---\n')).toEqual(['yaml-tag']);
    expect(codes('---\na: !important b\n---\n')).toEqual(['yaml-tag']);
    expect(codes('---\n? [a]\n: b\n---\n')).toEqual(['yaml-key-not-text']);
    expect(codes('---\na: 1\n...\nb: 2\n---\n')).toEqual(['yaml-document-end']);
    expect(codes('---\na: 1\n--- b\n---\n')).toEqual(['yaml-document-end']);
    expect(codes('---\na: 1\n...\n---\n')).toEqual([]);
    expect(codes(`---\n${'- '.repeat(5000)}a\n---\n`)).toEqual(['yaml-too-deep']);
    expect(
      codes(`---\n${Array.from({ length: 200 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')}\n---\n`),
    ).toEqual(['yaml-too-deep']);
  });

  it('puts values in quotes that lack them, over several lines too', () => {
    const { document, findings } = parseSkill(
      '---\ndescription: Use when: you\n  see: this\nname: **bold** text\nlicense: @x\n---\n',
      'p',
    );
    expect(findings.map(({ code, line, column, fix }) => [code, line, column, fix])).toEqual([
      ['yaml-unquoted-colon', 2, 22, 'description: "Use when: you see: this"'],
      ['yaml-unquoted-start', 4, 7, 'name: "**bold** text"'],
      ['yaml-unquoted-start', 5, 10, 'license: "@x"'],
    ]);
    expect({ ...document!.frontmatter }).toEqual({
      description: 'Use when: you see: this',
      name: '**bold** text',
      license: '@x',
    });
  });

  it('says where keys and values stand', () => {
    const { document } = parseSkill('---\nname: a\nmetadata:\n  \u{1f9e9}: "x"\n  tags: [b]\n---\n', 'p');
    expect(document!.positions.get('name')).toEqual({ line: 2, column: 1, valueLine: 2, valueColumn: 7 });
    expect(document!.positions.get('metadata.\u{1f9e9}')).toEqual({
      line: 4,
      column: 3,
      valueLine: 4,
      valueColumn: 6,
    });
  });

  it('takes linear time on hostile front matter', () => {
    const block = (line: (i: number) => string): string =>
      `---\n${Array.from({ length: 3000 }, (_, i) => line(i)).join('\n')}\n---\n`;
    const hostile = [
      block((i) => `k${i}: a: b`),
      block((i) => `k${i}: *x`),
      block((i) => `k${i}: v`),
      block(() => ''),
      block(() => '#'),
      `---\na: ${' '.repeat(60_000)}#x\n---\n`,
      `---\na: "${'\\'.repeat(60_000)}\n---\n`,
      `---${' '.repeat(100_000)}x\n`,
      '---\n'.repeat(20_000),
      `---\n${'['.repeat(60_000)}\n---\n`,
      `---\na: ${'x '.repeat(30_000)}\n b: c\n---\n`,
    ];
    for (const text of hostile) {
      const start = performance.now();
      parseSkill(text, 'p');
      expect(performance.now() - start, text.slice(0, 20)).toBeLessThan(2000);
    }
  });

  it('property: it never throws, and every finding lies inside the file', () => {
    const piece = fc.constantFrom(
      '---',
      '\n',
      '\r\n',
      'name: a',
      'description: ',
      ': ',
      ' #',
      '"',
      "'",
      '[',
      ']',
      '{',
      '}',
      '- ',
      '|',
      '>',
      '*a',
      '&a',
      '!x',
      '\t',
      '\ufeff',
      '\u{1f9e9}',
      '\u0301',
      '# H',
      '](x.md)',
      '<!--',
      '```',
    );
    const text = fc
      .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 40 })
      .map((parts) => parts.join(''));
    const framed = text.map((inner) => `---\n${inner}\n---\n${inner}`);
    const source = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      text.map((one) => bytes(one)),
      framed.map((one) => bytes(one)),
      framed,
    );
    fc.assert(fc.property(source, checkSound), { numRuns: 3000 });
  });
});

function checkSound(source: Uint8Array | string): void {
  const parsed = parseSkill(source, 'skills/a/SKILL.md');
  const lines = linesOf(source);
  const all = [...parsed.findings];
  if (parsed.document) {
    for (const profile of ['lenient', 'spec', 'claude-code'] as const) {
      all.push(
        ...validateSkill({ path: 'skills/a/SKILL.md', folderName: 'a', document: parsed.document, profile }),
      );
    }
  }
  for (const { line, column, code } of all) {
    expect(line, code).toBeLessThanOrEqual(lines.length);
    expect(column, code).toBeGreaterThanOrEqual(1);
    expect(column, code).toBeLessThanOrEqual([...(lines[line - 1] ?? '')].length + 1);
  }
  const lost = !isLoadable(parsed);
  if (lost) expect(all.some((one) => one.severity === 'error')).toBe(true);
}

function linesOf(source: Uint8Array | string): string[] {
  const text = typeof source === 'string' ? source : Buffer.from(source).toString('utf8');
  return text
    .replace(/^\ufeff/u, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
}
