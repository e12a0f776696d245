import { type InlineParser, parser } from '@lezer/markdown';
import type { Position } from './diagnostic.js';
import { type MarkdownPiece, markdownPieces, mayHoldHeadings, mayHoldLinks } from './markdown-pieces.js';
import { plainLinks, withoutCode } from './plain-links.js';
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
/** What a heading's plain text is not told by. */
const MARKUP = /[`*_\\<[\]#]/;
const NOT_HASH = /[^#]|$/;
const MARKS = new Set(['HeaderMark', 'EmphasisMark', 'CodeMark', 'LinkMark', 'LinkTitle', 'LinkLabel']);

/** Where something else than text may begin. */
const SPECIAL = /[\\`<*_![\]]/g;
/** Goes on to the next such place at once. */
const skipText: InlineParser = {
  name: 'Text',
  before: 'Escape',
  parse: (context, _, at) => {
    SPECIAL.lastIndex = at - context.offset;
    const found = SPECIAL.exec(context.text);
    if (found === null) return context.end;
    return found.index + context.offset > at ? found.index + context.offset : -1;
  },
};
/** Hard breaks and entities change nothing that is read here. */
const whole = parser.configure({ remove: ['HardBreak', 'Entity'], parseInline: [skipText] });
const withoutLinks = whole.configure({ remove: ['Link', 'Image', 'LinkEnd'] });
const blocksOnly = withoutLinks.configure({ remove: ['Escape', 'InlineCode', 'HTMLTag', 'Emphasis'] });

/** Brackets in one paragraph beyond which links are not looked for: there the parser's time grows with their square. */
const BRACKET_LIMIT = 1000;

function isCrowded(text: string): boolean {
  return hasMany(text) && text.split('\n\n').some(hasMany);
}

function hasMany(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('['); at >= 0 && count <= BRACKET_LIMIT; at = text.indexOf('[', at + 1))
    count += 1;
  return count > BRACKET_LIMIT;
}

/** Where the HTML comments of a Markdown text stand (offsets), those in code left out. */
export function htmlComments(text: string): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  (isCrowded(text) ? withoutLinks : whole).parse(text).iterate({
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
  const found = { headings: [], links: [], place: positionIndex(text) };
  const prose = readPieces(text, found);
  return { headings: found.headings, prose, links: found.links };
}

/** The prose alone, the same as `readMarkdown` gives. */
export function readProse(text: string): string {
  return readPieces(text, null);
}

/** Where to put what is found besides prose. */
interface Found {
  readonly headings: Heading[];
  readonly links: MarkdownLink[];
  readonly place: (offset: number) => Position;
}

/** Most pieces are told by their characters; the parser has the others, each alone. */
function readPieces(text: string, found: Found | null): string {
  const prose: string[] = [];
  let kept = 0;
  const cut = (from: number, to: number): void => {
    prose.push(text.slice(kept, from));
    kept = to;
  };
  if (isCrowded(text)) walk(withoutLinks.parse(text), text, 0, found, cut);
  else {
    for (const { from, to, kind } of markdownPieces(text)) {
      const source = text.slice(from, to);
      if (kind === 'code') cut(from, to);
      else if (!readPlainly(kind, source, from, found)) {
        const tree = parserFor(source, found).parse(source);
        if (kind !== 'blocks' || to === text.length || !isOpen(tree, source))
          walk(tree, source, from, found, cut);
        else {
          const rest = text.slice(from);
          walk(parserFor(rest, found).parse(rest), rest, from, found, cut);
          break;
        }
      }
    }
  }
  prose.push(text.slice(kept));
  return prose.join('');
}

/** Reads a piece without a parser; false, and nothing read, where that cannot be. */
function readPlainly(
  kind: MarkdownPiece['kind'],
  source: string,
  base: number,
  found: Found | null,
): boolean {
  if (kind === 'blocks') return false;
  if (found === null) return !source.includes('<!--');
  if (kind === 'heading') {
    const level = source.search(NOT_HASH);
    const title = source.slice(level);
    if (MARKUP.test(withoutCode(title) ?? '`')) return false;
    found.headings.push({ level, text: oneLine(title.replaceAll('`', '')), ...found.place(base) });
    return true;
  }
  if (mayHoldHeadings(source)) return false;
  const links = mayHoldLinks(source) ? plainLinks(source) : [];
  for (const { text, url, at } of links ?? []) found.links.push({ url, text, ...found.place(base + at) });
  return links !== null;
}

function parserFor(source: string, found: Found | null): typeof whole {
  const all =
    source.includes('<!--') || (found !== null && (mayHoldLinks(source) || mayHoldHeadings(source)));
  return all ? whole : blocksOnly;
}

/** True where the last block may go on behind the text: a fence without its end, a block of HTML. */
function isOpen(tree: Tree, source: string): boolean {
  const last = tree.topNode.lastChild;
  if (last?.name === 'FencedCode') return last.getChildren('CodeMark').length < 2;
  if (last?.name === 'CommentBlock') return !source.includes('-->', last.from);
  // Other blocks of HTML end at a blank line.
  const isEndless =
    last?.name === 'HTMLBlock' &&
    /^<(?:script|pre|style|textarea|!)/i.test(source.slice(last.from, last.from + 10));
  return isEndless || last?.name === 'ProcessingInstructionBlock';
}

/** Tells of what a piece holds; offsets of the tree count from `base`. */
function walk(
  tree: Tree,
  source: string,
  base: number,
  found: Found | null,
  cut: (from: number, to: number) => void,
): void {
  tree.iterate({
    // `node` of a reference is made when it is asked for: only where it is needed.
    enter: (ref) => {
      const { name, from, to } = ref;
      if (CODE.has(name)) {
        cut(base + from, base + to);
        return false;
      }
      if (found === null) return true;
      const level = headingLevel(name);
      if (level > 0)
        found.headings.push({ level, text: plain(source, ref.node), ...found.place(base + from) });
      if (name === 'URL') {
        const parent = ref.node.parent;
        if (parent && LINKS.has(parent.name)) {
          const url = unwrap(source.slice(from, to));
          found.links.push({ url, text: label(source, parent), ...found.place(base + from) });
        }
      }
      return true;
    },
  });
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
  return oneLine(out + text.slice(at, heading.to));
}

function oneLine(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/gu, ' ').trim();
}

function unwrap(url: string): string {
  return url.startsWith('<') && url.endsWith('>') ? url.slice(1, -1) : url;
}

function label(text: string, link: SyntaxNode): string {
  if (link.name !== 'Link' && link.name !== 'Image') return '';
  const source = text.slice(link.from, link.to);
  return source.slice(source.indexOf('[') + 1, Math.max(source.lastIndexOf(']('), 0) || undefined);
}
