import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkdown, readProse } from '../../schema/markdown.js';

describe('readMarkdown', () => {
  it('gives headings without marks, with their places', () => {
    const { headings } = readMarkdown(
      '# One\n\nTwo `code`\n===\n\n### **Bold** and [link](a.md) ###\n\n```\n# not\n```\n',
    );
    expect(headings).toEqual([
      { level: 1, text: 'One', line: 1, column: 1 },
      { level: 1, text: 'Two code', line: 3, column: 1 },
      { level: 3, text: 'Bold and link', line: 6, column: 1 },
    ]);
  });

  it('gives links of all forms, but none from code', () => {
    const { links } = readMarkdown(
      '\u{1f9e9} [a b](x.md "t") ![i](<p q.png>)\n\n[r]: ref.md\n<https://e.org>\n`[c](d)`\n\n    [e](f)\n',
    );
    expect(links).toEqual([
      { url: 'x.md', text: 'a b', line: 1, column: 9 },
      { url: 'p q.png', text: 'i', line: 1, column: 24 },
      { url: 'ref.md', text: '', line: 3, column: 6 },
      { url: 'https://e.org', text: '', line: 4, column: 2 },
    ]);
  });

  it('leaves code blocks and comments out of the prose, and keeps inline code', () => {
    const { prose } = readMarkdown(
      'A `b`\n\n```js\ncode\n```\n\n<!-- hidden -->\n\nC <!-- too --> D\n\n    indented\n\nE\n',
    );
    for (const kept of ['A `b`', 'C ', ' D', 'E']) expect(prose).toContain(kept);
    for (const gone of ['code\n', 'hidden', 'too', 'indented']) expect(prose).not.toContain(gone);
  });

  it('takes bounded time on hostile text', () => {
    for (const piece of ['![a](', '[a][b] ', '[', '> ', '<a ', '*a ', '<!-- ', '` `` ', '- ']) {
      const start = performance.now();
      readMarkdown(piece.repeat(30_000));
      expect(performance.now() - start, piece).toBeLessThan(2000);
    }
  });
});

describe('readProse', () => {
  it('gives the same prose as a whole reading', () => {
    const pieces = [
      '```\n',
      '    ',
      '- ',
      '> ',
      '`',
      '\n',
      '\n\n',
      '[a]: b\n',
      '<!--',
      '-->',
      '<b>',
      '\\',
      '*',
      'x',
      '===\n',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 16 }), (parts) => {
        const text = parts.join('');
        expect(readProse(text)).toBe(readMarkdown(text).prose);
      }),
    );
  });
});
