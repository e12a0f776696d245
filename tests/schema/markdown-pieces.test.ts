import { parser } from '@lezer/markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkdown, readProse } from '../../schema/markdown.js';
import { positionIndex, toLf } from '../../schema/text.js';
import { corpusFiles } from '../helpers/corpus.js';

const CODE = /^(?:FencedCode|CodeBlock|CommentBlock|Comment)$/;
const HEADING = /^(?:ATX|Setext)Heading(\d)$/;
const LINK = /^(?:Link|Image|LinkReference|Autolink)$/;

const MARK = /^(?:Header|Emphasis|Code|Link)Mark$|^Link(?:Title|Label)$/;
type Node = ReturnType<typeof parser.parse>['topNode'];

function withoutMarks(text: string, heading: Node): string {
  const gone: [number, number][] = [];
  heading.cursor().iterate(({ name, from, to, node }) => {
    if (MARK.test(name) || (name === 'URL' && node.parent!.name !== 'Autolink')) gone.push([from, to]);
  });
  const kept = [...text.slice(heading.from, heading.to).matchAll(/./gs)].filter(
    ({ index }) => !gone.some(([from, to]) => index + heading.from >= from && index + heading.from < to),
  );
  return kept.join('').replace(/\s+/g, ' ').trim();
}

function labelOf(source: string, name: string): string {
  if (name !== 'Link' && name !== 'Image') return '';
  return source.slice(source.indexOf('[') + 1, source.lastIndexOf(']('));
}

/** What the parser alone says of the whole text. */
function byParser(text: string) {
  const place = positionIndex(text);
  const headings: unknown[] = [];
  const links: unknown[] = [];
  let prose = '';
  let kept = 0;
  parser.parse(text).iterate({
    enter: ({ name, from, to, node }) => {
      if (CODE.test(name)) {
        prose += text.slice(kept, from);
        kept = to;
        return false;
      }
      const level = HEADING.exec(name)?.[1];
      if (level !== undefined)
        headings.push({ level: Number(level), text: withoutMarks(text, node), ...place(from) });
      const parent = node.parent;
      if (name === 'URL' && LINK.test(parent!.name)) {
        const url = text.slice(from, to).replace(/^<(.*)>$/s, '$1');
        links.push({
          url,
          text: labelOf(text.slice(parent!.from, parent!.to), parent!.name),
          ...place(from),
        });
      }
      return true;
    },
  });
  return { headings, links, prose: prose + text.slice(kept) };
}

function expectSame(text: string): void {
  const found = readMarkdown(text);
  expect(found, JSON.stringify(text)).toEqual(byParser(text));
  expect(readProse(text), JSON.stringify(text)).toBe(found.prose);
}

const BLOCKS =
  '```|```js|````|~~~|    | |\t|- |* |1. |2) |> |<!--|-->|<b>|<div>|<script>|</script>|<?|<!X|===|---|***|# |## h|x|foo';
const INLINES =
  '[|](|](c)|[a](b)|![i](p)|[`x`](y)|`|`c`|``|[c](`d`)|\\|[r][s]|[a]: b|<http://e>|*|_|[ ] |x|# a `b_c`| ';

describe('reading by pieces', () => {
  it.each([
    ['an unclosed fence', 'a\n\n  ```\nb\n\nc\n# d\n'],
    ['a fence in an item', '1. a\n   ```\n   # b\n\n   c\n   ```\n\n## d\n'],
    ['a fence that its item closes', '- ```\n  a\n  \n\n# b\n'],
    ['a block of HTML with a heading', '<div>\n# a\n```\n</div>\n\n# b\n'],
    ['a comment over blank lines', '<!--\n\n# a\n\n-->\n\n# b\n'],
    ['a script over blank lines', '<script>\n\n# a\n\n</script>\n\n# b\n'],
    ['code below a reference', '[a]: /b\n    c\n'],
    ['code below a heading', '# a\n    b\n'],
    ['items without blank lines', '- a\n    - b\n        - c\n'],
    ['code in an item', '-     a\n- b\n'],
    ['a heading below a paragraph', 'a\nb\n---\nc\n===\n'],
    ['a link behind an address in brackets', '[a][b](c) [d](e)'],
    ['a link in code over two lines', '`a\n[b](c)`'],
    ['an address with code', '[](`[c](`d`)`) [](z)'],
    ['marks that escape', '\\`[a](b)\\`'],
  ])('says what the parser says: %s', (_, text) => expectSame(text));

  it.each([
    ['blocks', BLOCKS],
    ['links', INLINES],
  ])('property: says what the parser says of %s', (_, tokens) => {
    const token = fc.constantFrom(...tokens.split('|'), '\n', '\n', '\n', '\n\n', '\n- ');
    fc.assert(
      fc.property(fc.array(token, { maxLength: 24 }), (parts) => expectSame(parts.join(''))),
      { numRuns: 3000 },
    );
  });

  const files = corpusFiles().filter((_, i) => i % 40 === 0);
  it.skipIf(files.length === 0)('says what the parser says of real skills', () => {
    for (const { bytes } of files) expectSame(toLf(new TextDecoder().decode(bytes)));
  });
});
