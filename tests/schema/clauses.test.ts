import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitClauses } from '../../schema/clauses.js';

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['Fills forms. Reads scans; makes PDFs!', ['Fills forms.', 'Reads scans;', 'makes PDFs!']],
  ['Fills forms, reads scans', ['Fills forms,', 'reads scans']],
  ['Next.js 14.2, e.g. 1,000 pages', ['Next.js 14.2,', 'e.g.', '1,000 pages']],
  ['Say "make a form" or “read it”', ['Say', 'make a form', 'read it']],
  ['Reads (scanned) pages', ['Reads', 'scanned', 'pages']],
  ['forms or scans OR orders for Oregon', ['forms', 'scans OR orders for Oregon']],
  ['forms or or scans', ['forms', 'scans']],
  ['Forms — scans – PDFs - pages', ['Forms', 'scans', 'PDFs', 'pages']],
  ['end-to-end tests, 2020–2024', ['end-to-end tests,', '2020–2024']],
  ['Use for:\n- forms\r\n- scans\n\n', ['Use for:', 'forms', 'scans']],
  ['填写表单。读取扫描件，生成PDF、图片；可以吗？', ['填写表单。', '读取扫描件，生成PDF、图片；可以吗？']],
  ['当用户说「做表单」时，使用！谢谢', ['当用户说「做表单」时，使用！', '谢谢']],
  ['forms\rscans', ['forms', 'scans']],
  ['', []],
  [' , . — () \n', []],
];

describe('splitClauses', () => {
  it.each(CASES)('%j', (text, clauses) => {
    expect(splitClauses(text)).toEqual(clauses);
  });

  it('keeps every letter and digit but those of the word `or`, in order', () => {
    const letters = (text: string): string => text.replace(/\bor\b/g, '').replace(/[^\p{L}\p{N}]/gu, '');
    const piece = fc.constantFrom(...' ,.-—"()。、「\n\rab1表😀é', ' or ', 'or', '. ', ', ', ' - ');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: piece, maxLength: 60 }), fc.string()), (text) => {
        const clauses = splitClauses(text);
        expect(clauses.map(letters).join('')).toBe(letters(text));
        for (const clause of clauses) {
          expect(clause).toBe(clause.trim());
          expect(clause).toMatch(/[\p{L}\p{N}]/u);
        }
      }),
    );
  });

  it.each([',', ' ', '. ', 'or ', ' or', '- ', '(', '\n', '、', 'a'])('is linear on 100 kB of %j', (part) => {
    const text = part.repeat(100_000 / part.length);
    const started = performance.now();
    splitClauses(text);
    expect(performance.now() - started).toBeLessThan(300);
  });
});
