import { parser } from '@lezer/markdown';
import type { Position } from './diagnostic.js';
import { positionIndex } from './text.js';

export interface Heading extends Position {
  /** 1 to 6. */
  readonly level: number;
  /** Without marks: no `#`, backticks, stars or link addresses. */
  readonly text: string;
}

export interface MarkdownLink extends Position {
  /** As written; position is where it starts. */
  readonly url: string;
  /** The source between the brackets; empty for a definition or a bare address. */
  readonly text: string;
}

/** What search and the rules need of a Markdown text. Positions count from the text's first line. */
export interface MarkdownReading {
  readonly headings: readonly Heading[];
  /** The text without fenced and indented code blocks and HTML comments; inline code keeps its text. */
  readonly prose: string;
  /** Inline links, images, definitions and addresses in angle brackets, in order. */
  readonly links: readonly MarkdownLink[];
}

const CODE = new Set(['FencedCode', 'CodeBlock', 'CommentBlock', 'Comment']);
const LINKS = new Set(['Link', 'Image', 'LinkReference', 'Autolink']);
const MARKS = new Set(['HeaderMark', 'EmphasisMark', 'CodeMark', 'LinkMark', 'LinkTitle', 'LinkLabel']);

/** Hard breaks and entities change nothing that is read here, and cost a fifth of the time. */
const whole = parser.configure({ remove: ['HardBreak', 'Entity'] });
const withoutLinks = whole.configure({ remove: ['Link', 'Image', 'LinkEnd'] });
const blocksOnly = withoutLinks.configure({ remove: ['Escape', 'InlineCode', 'HTMLTag', 'Emphasis'] });

/** Brackets in one paragraph beyond which links are not looked for: there the parser's time grows with their square. */
const BRACKET_LIMIT = 1000;

function parserFor(text: string): typeof whole {
  const crowded = text
    .split('\n\n')
    .some((paragraph) => paragraph.split('[', BRACKET_LIMIT + 2).length > BRACKET_LIMIT + 1);
  return crowded ? withoutLinks : whole;
}

/** Where the HTML comments of a Markdown text stand (offsets), those in code left out. */
export function htmlComments(text: string): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  parserFor(text)
    .parse(text)
    .iterate({
      enter: ({ name, from, to }) => {
        if (name === 'FencedCode' || name === 'CodeBlock' || name === 'InlineCode') return false;
        if (name !== 'Comment' && name !== 'CommentBlock') return true;
        // A comment block goes on to the end of the line that closes it, and may hold several.
        for (let at = from; at < to; at = found.at(-1)!.to) {
          const start = text.indexOf('<!--', at);
          const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
          if (end < 0 || end + 3 > to) break;
          found.push({ from: start, to: end + 3 });
        }
        return false;
      },
    });
  return found;
}

/** Reads a Markdown text (LF line ends) in one pass. */
export function readMarkdown(text: string): MarkdownReading {
  const place = positionIndex(text);
  const headings: Heading[] = [];
  const links: MarkdownLink[] = [];
  const prose: string[] = [];
  let kept = 0;
  parserFor(text)
    .parse(text)
    .iterate({
      // `node` of a reference is made when it is asked for: only where it is needed.
      enter: (ref) => {
        const { name, from, to } = ref;
        if (CODE.has(name)) {
          prose.push(text.slice(kept, from));
          kept = to;
          return false;
        }
        const level = headingLevel(name);
        if (level > 0) headings.push({ level, text: plain(text, ref.node), ...place(from) });
        if (name === 'URL') {
          const parent = ref.node.parent;
          if (parent && LINKS.has(parent.name)) {
            links.push({ url: unwrap(text.slice(from, to)), text: label(text, parent), ...place(from) });
          }
        }
        return true;
      },
    });
  prose.push(text.slice(kept));
  return { headings, prose: prose.join(''), links };
}

/** The prose alone, the same as `readMarkdown` gives. Nothing inside of a block takes part in it but comments. */
export function readProse(text: string): string {
  if (text.includes('<!--')) return readMarkdown(text).prose;
  const prose: string[] = [];
  let kept = 0;
  blocksOnly.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (!CODE.has(name)) return true;
      prose.push(text.slice(kept, from));
      kept = to;
      return false;
    },
  });
  prose.push(text.slice(kept));
  return prose.join('');
}

function headingLevel(name: string): number {
  return name.startsWith('ATXHeading') || name.startsWith('SetextHeading') ? Number(name.at(-1)) : 0;
}

type Tree = ReturnType<typeof parser.parse>;
type SyntaxNode = Tree['topNode'];

/** A heading's text without the marks in it. */
function plain(text: string, heading: SyntaxNode): string {
  let out = '';
  let at = heading.from;
  const cursor = heading.cursor();
  cursor.iterate((node) => {
    const inLink = node.name === 'URL' && node.node.parent?.name !== 'Autolink';
    if (!MARKS.has(node.name) && !inLink) return true;
    out += text.slice(at, node.from);
    at = Math.max(at, node.to);
    return false;
  });
  return (out + text.slice(at, heading.to)).replace(/\s+/gu, ' ').trim();
}

function unwrap(url: string): string {
  return url.startsWith('<') && url.endsWith('>') ? url.slice(1, -1) : url;
}

function label(text: string, link: SyntaxNode): string {
  if (link.name !== 'Link' && link.name !== 'Image') return '';
  const source = text.slice(link.from, link.to);
  return source.slice(source.indexOf('[') + 1, Math.max(source.lastIndexOf(']('), 0) || undefined);
}
