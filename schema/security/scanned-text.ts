import type { Severity } from '../diagnostic.js';

/** A text as the security rules read it. */
export interface ScannedText {
  /** POSIX path of the file in the repository. */
  readonly path: string;
  /** LF line ends; a backslash at the end of a line and that end are two blanks. */
  readonly text: string;
  /** All matches of a global pattern in the lines that are looked at, each with its place in the whole text. */
  readonly find: (pattern: RegExp) => Iterable<TextMatch>;
  /** The line that an offset stands in, without its end. */
  readonly lineAt: (offset: number) => string;
  /**
   * True where the place is shown as something that is bad, or to be looked for: in quotes after such a word, under such
   * a heading, in such a paragraph. A text can claim this falsely, so that it lowers a severity and hides nothing.
   */
  readonly isShown: (offset: number) => boolean;
  /** True inside `<!-- -->` of a Markdown file: what a reader of the rendered page does not see. */
  readonly isComment: (offset: number) => boolean;
}

/** A match of a pattern in a text. */
export interface TextMatch {
  readonly offset: number;
  readonly found: string;
  /** The first group of the pattern, where it has one. */
  readonly group: string | undefined;
}

/** Words that speak of what is bad, or of finding it. */
const WARNING = new RegExp(
  [
    "\\b(?:never|do not|don't|must not|should not|avoid|refuse|reject|block(?:s|ed|ing|list)?|forbid(?:den)?|den(?:y|ied))\\b",
    '\\b(?:malicious|malware|attack(?:s|er|ers)?|inject(?:s|ed|ion|ions)?|jailbreaks?|adversarial|exploit\\w*|payloads?)\\b',
    '\\b(?:dangerous|unsafe|insecure|suspicious|risk(?:s|y)?|threats?|vulnerab\\w+|phishing|evil|hostile|untrusted)\\b',
    '\\b(?:detect\\w*|flag(?:s|ged)?|red flags?|scan(?:s|ner|ning)?|audit\\w*|patterns?|indicators?|anti-?patterns?|exfiltrat\\w+|steal\\w*)\\b',
    '\\b(?:bad|wrong|fake|spoof\\w*|backdoor|obfuscat\\w+|bypass\\w*|red[- ]team\\w*|pentest\\w*|honeypot|guardrails?)\\b',
    '[❌🚫⛔⚠]|恶意|攻击|注入|危险|禁止|不要|切勿|检测|可疑|风险|越狱',
  ].join('|'),
  'iu',
);

/** How far above the place the words of its paragraph are read. */
const LINES_ABOVE = 4;
const LONGEST_LINE = 400;

/** A part of a text, its end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads parts of a text for the security rules; nothing is computed before it is asked for.
 *
 * @param text with the lines joined that a shell reads as one
 * @param written the same as it stands in the file: offsets are the same in both
 */
export function scannedText(
  path: string,
  text: string,
  written: string,
  spans: readonly Span[],
): ScannedText {
  const lineAt = (offset: number): string => text.slice(startOf(text, offset), endOf(text, offset));
  const isMarkdown = /\.(?:md|mdx|markdown|txt)$/iu.test(path);
  let headings: Headings | undefined;
  const headingAbove = (offset: number): string => {
    headings ??= headingsOf(written);
    return headings(offset);
  };
  return {
    path,
    text,
    *find(pattern) {
      for (const { start, end } of spans) {
        for (const { index, 0: found, 1: group } of text.slice(start, end).matchAll(pattern)) {
          yield { offset: start + index, found, group };
        }
      }
    },
    lineAt,
    isShown: (offset) =>
      WARNING.test(around(written, offset)) || (isMarkdown && WARNING.test(headingAbove(offset))),
    isComment: (offset) => isMarkdown && opensComment(text, offset),
  };
}

/** One step less severe, for what is only shown. */
export function lower(severity: Severity): Severity {
  return severity === 'error' ? 'warning' : 'info';
}

function startOf(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function endOf(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** The line up to the place, a little of what follows, and the lines above. */
function around(text: string, offset: number): string {
  let start = startOf(text, offset);
  const lines = [
    text.slice(Math.max(start, offset - LONGEST_LINE), Math.min(endOf(text, offset), offset + LONGEST_LINE)),
  ];
  for (let i = 0; i < LINES_ABOVE && start > 0; i++) {
    const end = start - 1;
    start = startOf(text, end);
    lines.push(text.slice(Math.max(start, end - LONGEST_LINE), end));
  }
  return lines.join('\n');
}

/** The nearest heading above a place, or an empty text. */
type Headings = (offset: number) => string;

/** Looks for all headings once; a comment of a shell script looks like one, and serves as well. */
function headingsOf(text: string): Headings {
  const starts = Array.from(text.matchAll(/\n#{1,6} /gu), ({ index }) => index);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    const at = starts[low - 1];
    return at === undefined ? '' : text.slice(at + 1, Math.min(endOf(text, at + 1), at + LONGEST_LINE));
  };
}

function opensComment(text: string, offset: number): boolean {
  const open = text.lastIndexOf('<!--', offset);
  if (open < 0) return false;
  const close = text.indexOf('-->', open);
  return close < 0 || close > offset;
}
