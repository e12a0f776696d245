import { type Finding, finding } from '../diagnostic.js';
import { codePointLength, excerpt } from '../text.js';
import {
  fenceTrailingBlank,
  fileEmpty,
  frontmatterEmpty,
  frontmatterMissing,
  frontmatterNotFirst,
  frontmatterTooLarge,
  frontmatterUnclosed,
  linkPointer,
} from './kinds/read.js';

/** Longest front matter that is read, in UTF-16 units: far above any real one, far below what slows YAML. */
const FRONTMATTER_LIMIT = 65_536;

/** Offsets into the text, line ends included: the opening line is [0, blockStart), the closing [blockEnd, bodyStart). */
export interface Fences {
  readonly blockStart: number;
  readonly blockEnd: number;
  readonly bodyStart: number;
  /** Line of the closing fence. */
  readonly closeLine: number;
}

/** A SKILL.md cut in two. */
export interface SplitSkill {
  readonly parts: { readonly block: string; readonly body: string; readonly bodyLine: number } | null;
  readonly findings: readonly Finding[];
}

/**
 * Finds the two fences: lines that are `---` but for trailing blanks, the first one being line 1. Takes text with LF
 * or CRLF line ends and no byte order mark; linear in its length. Null where there are no two fences.
 */
export function findFences(text: string): Fences | null {
  if (!isFence(lineAt(text, 0))) return null;
  const blockStart = nextLine(text, 0);
  let closeLine = 2;
  for (let at = blockStart; at < text.length; at = nextLine(text, at)) {
    if (text.startsWith('---', at) && isFence(lineAt(text, at))) {
      return { blockStart, blockEnd: at, bodyStart: nextLine(text, at), closeLine };
    }
    closeLine++;
  }
  return null;
}

/** Splits text with LF line ends. Where `parts` is null, one error says why. */
export function splitSkill(text: string, path: string): SplitSkill {
  const fences = findFences(text);
  if (!fences) return { parts: null, findings: [explainMissing(text, path)] };
  const block = text.slice(fences.blockStart, fences.blockEnd);
  const start = { line: 2, column: 1 };
  if (block.length > FRONTMATTER_LIMIT) {
    const args = { length: codePointLength(block), limit: FRONTMATTER_LIMIT };
    return { parts: null, findings: [finding(frontmatterTooLarge, path, start, args)] };
  }
  if (block.split('\n').every((line) => /^\s*(?:#.*)?$/u.test(line))) {
    return { parts: null, findings: [finding(frontmatterEmpty, path, { line: 1, column: 1 })] };
  }
  const blank = text[fences.bodyStart] === '\n' ? 1 : 0;
  const body = text.slice(fences.bodyStart + blank);
  const bodyLine = fences.closeLine + 1 + blank;
  return { parts: { block, body, bodyLine }, findings: trailingBlanks(text, path, fences) };
}

function trailingBlanks(text: string, path: string, fences: Fences): Finding[] {
  const out: Finding[] = [];
  for (const [line, at] of [
    [1, 0],
    [fences.closeLine, fences.blockEnd],
  ] as const) {
    if (lineAt(text, at).length > 3)
      out.push(finding(fenceTrailingBlank, path, { line, column: 4 }, {}, { fix: '---' }));
  }
  return out;
}

function explainMissing(text: string, path: string): Finding {
  const top = { line: 1, column: 1 };
  if (text.trim() === '') return finding(fileEmpty, path, top);
  if (isFence(lineAt(text, 0))) return unclosed(text, path);
  const only = text.trim();
  if (isPathOnly(only)) return finding(linkPointer, path, top, { target: excerpt(only, 200) });
  const fenceLine = laterFence(text);
  return fenceLine === 0
    ? finding(frontmatterMissing, path, top)
    : finding(frontmatterNotFirst, path, top, { fenceLine });
}

/** One line without blanks that reads as a relative or absolute path: what git writes for a link without links. */
function isPathOnly(text: string): boolean {
  return text.length <= 4096 && text.includes('/') && !/[\s<>|"]|:\/\//u.test(text) && !text.startsWith('#');
}

/** Line of a fence further down that opens something like front matter, or 0. */
function laterFence(text: string): number {
  const lines = text.split('\n', 200);
  const at = lines.findIndex((line, i) => isFence(line) && /^[A-Za-z][\w-]*:/u.test(lines[i + 1] ?? ''));
  return at + 1;
}

/** Points at the line that was probably meant as the closing fence. */
function unclosed(text: string, path: string): Finding {
  const lines = text.slice(0, FRONTMATTER_LIMIT).split('\n');
  const at = lines.findIndex(
    (line, i) => i > 0 && /^(?:[ \t]*-{2,}|[—–]+|\.{3}|\+{3}|={3,})[ \t]*$/u.test(line),
  );
  if (at < 0)
    return finding(frontmatterUnclosed, path, { line: 1, column: 1 }, { openLine: 1, likely: false });
  const args = { openLine: 1, likely: true, found: excerpt(lines[at]!) };
  return finding(frontmatterUnclosed, path, { line: at + 1, column: 1 }, args, { fix: '---' });
}

function isFence(line: string): boolean {
  return line.startsWith('---') && /^[ \t]*$/u.test(line.slice(3));
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  const line = end < 0 ? text.slice(at) : text.slice(at, end);
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}
