/** Whole lines of a Markdown text, without the last line end; read alone they mean the same as in the whole. */
export interface MarkdownPiece {
  readonly from: number;
  readonly to: number;
  /**
   * `code`: a fenced block; `heading`: a line with hashes; `text`: paragraphs and lists, without code or comments;
   * `blocks`: whatever else only a parser can tell.
   */
  readonly kind: 'code' | 'heading' | 'text' | 'blocks';
}

const FENCE = /(`{3,})[^`\n]*(?=\n|$)|(~{3,})[^\n]*/y;
/** Longer fences are left to the parser. */
const LONGEST_FENCE = 20;
const HEADING = /#{1,6}(?:[ \t][^\n]*)?(?=\n|$)/y;

/** Nothing goes on behind it: a line without indentation behind a blank one, a heading, a fence. */
const BOUNDARY = /\n[ \t]*\n(?=[^ \t\n])|\n(?=#{1,6}(?:[ \t\n]|$)|`{3,}[^`\n]*(?:\n|$)|~~~)/g;
const BLANK_BOUNDARY = /\n[ \t]*\n(?=[^ \t\n])/g;
/** A block of HTML holds what looks like headings and fences. */
const HTML_LINE = /(?:^|\n)[ \t]*</;

/** HTML at the start of a line or behind the marks of lists and quotes. */
const HTML = /(?:^|\n)[ \t>*+\-\d.)]*</;
/** Four columns of indentation there. */
const DEEP = /(?:^|\n)[ >*+\-\d.)]*(?:\t| {4})/;
/** A heading there, or the line below one. */
const HEADED = /(?:^|\n)[ \t>*+\-\d.)]*#|[^\n]\n[ \t>*+\-=\d.)]*[-=][ \t]*(?=\n|$)/;
const ADDRESS = /<(?:[a-z][-\w+.]*:|[^\s<>]*@)/i;

export function mayHoldHeadings(piece: string): boolean {
  return HEADED.test(piece);
}

/** True where a piece may hold a link with an address. */
export function mayHoldLinks(piece: string): boolean {
  return piece.includes('](') || piece.includes(']:') || (piece.includes('<') && ADDRESS.test(piece));
}

/**
 * Cuts a text where a block begins that depends on nothing before it. A piece of `blocks` that is open at its end (a
 * fence, HTML) goes on to the end of the text: only its parser can tell.
 */
export function* markdownPieces(text: string): Generator<MarkdownPiece, void> {
  if (text.includes('\r')) yield { from: 0, to: text.length, kind: 'blocks' };
  else {
    for (let from = 0; from < text.length; ) {
      const piece = fenced(text, from) ?? heading(text, from) ?? run(text, from);
      yield piece;
      from = piece.to + 1;
    }
  }
}

function fenced(text: string, from: number): MarkdownPiece | null {
  if (text[from] !== '`' && text[from] !== '~') return null;
  FENCE.lastIndex = from;
  const found = FENCE.exec(text);
  if (found === null) return null;
  const fence = found[1] ?? found[2]!;
  if (fence.length <= LONGEST_FENCE) {
    const close = new RegExp(`\\n {0,3}${fence[0]}{${fence.length},}[ \\t]*(?=\\n|$)`, 'g');
    close.lastIndex = from + found[0].length;
    if (close.test(text)) return { from, to: close.lastIndex, kind: 'code' };
  }
  return { from, to: text.length, kind: 'blocks' };
}

function heading(text: string, from: number): MarkdownPiece | null {
  if (text[from] !== '#') return null;
  HEADING.lastIndex = from;
  return HEADING.test(text) ? { from, to: HEADING.lastIndex, kind: 'heading' } : null;
}

function run(text: string, from: number): MarkdownPiece {
  let to = next(BOUNDARY, text, from);
  const hasHtml = text.slice(from, to).includes('<');
  if (hasHtml && HTML_LINE.test(text.slice(from, to))) to = next(BLANK_BOUNDARY, text, from);
  const piece = text.slice(from, to);
  const isText = !['```', '~~~', '<!--'].some((mark) => piece.includes(mark));
  const isDeep = (piece.includes('    ') || piece.includes('\t')) && DEEP.test(piece);
  const hasBlocks = !isText || (hasHtml && HTML.test(piece)) || (isDeep && !isContinued(piece));
  return { from, to, kind: hasBlocks ? 'blocks' : 'text' };
}

/** Line end before the next boundary. */
function next(boundary: RegExp, text: string, from: number): number {
  boundary.lastIndex = from;
  return boundary.test(text) ? boundary.lastIndex - 1 : text.length;
}

/** True where each deep line goes on a paragraph, or begins an item below it: indented code does neither. */
function isContinued(piece: string): boolean {
  if (piece.includes(']:')) return false;
  let isOpen = false;
  for (const line of piece.split('\n')) {
    const [all, indent, marks] = /^( *)([ \t>*+\-\d.)]*)/.exec(line)!;
    if ((!isOpen && indent!.length > 3) || /\t| {4}/.test(marks!)) return false;
    // A paragraph begins or goes on here, unless it is a heading, a rule or a mark alone.
    isOpen = all.length < line.length && !/[#<=_]/.test(line[all.length]!);
  }
  return true;
}
