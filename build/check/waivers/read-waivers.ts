import type { Position } from '../../../schema/diagnostic.js';
import { htmlComments } from '../../../schema/markdown.js';
import { findFences } from '../../../schema/skill/split.js';
import { yamlComments } from '../../../schema/skill/yaml.js';
import { decodeUtf8, positionIndex, toLf } from '../../../schema/text.js';
import type { Waiver } from './types.js';

const MARK = 'skillgraft-ignore';
const markBytes = new TextEncoder().encode(MARK);
const MARKDOWN = /\.(?:md|mdx|markdown)$/iu;
/** Behind the mark: whether the whole file is meant, the rules, and behind a colon the reason. */
const DIRECTIVE = /^[\s#/*-]*skillgraft-ignore(-file)?(?![\w-])([^:]*)(?::([\s\S]*))?$/u;
/** In a file that is no Markdown, a comment that begins its line or follows a blank. */
const LINE_COMMENT = /(?:^|\s)(?:#|\/\/|--|;)[ \t]*(skillgraft-ignore.*)$/u;

type Lines = Waiver['lines'];

/**
 * Finds the waivers of a file: HTML comments in Markdown (not those that stand in code), comments in YAML front matter,
 * line comments elsewhere. Files that hold none cost one search of their bytes.
 */
export function readWaivers(bytes: Uint8Array, path: string): Waiver[] {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(markBytes) < 0) return [];
  const { text, problem } = decodeUtf8(bytes);
  if (problem !== undefined) return [];
  const lf = toLf(text);
  if (!MARKDOWN.test(path)) return inLines(lf, path);
  const fences = findFences(lf);
  const bodyStart = fences?.bodyStart ?? 0;
  const found = inMarkdown(lf, bodyStart, path);
  return fences === null ? found : [...inYaml(lf, fences.blockStart, fences.blockEnd, path), ...found];
}

function inMarkdown(text: string, from: number, path: string): Waiver[] {
  const place = positionIndex(text);
  const lines = text.split('\n');
  return htmlComments(text.slice(from)).flatMap((comment) => {
    const start = place(from + comment.from);
    const end = place(from + comment.to);
    const inner = text.slice(from + comment.from, from + comment.to).replace(/^<!--|-->$/gu, '');
    return parse(inner, path, start, () => ({ from: start.line, to: blockEnd(lines, end.line) }));
  });
}

/** Last line of the block that follows a line: a fenced block whole, else up to a blank line. */
function blockEnd(lines: readonly string[], line: number): number {
  let at = line;
  while (at < lines.length && lines[at]!.trim() === '') at++;
  const fence = /^ {0,3}(`{3,}|~{3,})/u.exec(lines[at] ?? '')?.[1];
  for (let next = at + 1; next < lines.length; next++) {
    const text = lines[next]!.trim();
    if (fence === undefined ? text === '' : isFenceEnd(text, fence))
      return fence === undefined ? next : next + 1;
  }
  return lines.length;
}

function isFenceEnd(line: string, fence: string): boolean {
  return line.startsWith(fence) && [...line].every((character) => character === fence[0]);
}

function inYaml(text: string, from: number, to: number, path: string): Waiver[] {
  const place = positionIndex(text);
  const lines = text.split('\n');
  const last = place(Math.max(to - 1, 0)).line;
  return yamlComments(text.slice(from, to)).flatMap(({ offset, source }) => {
    const at = place(from + offset);
    const alone = lines[at.line - 1]!.trim() === source.trim();
    return parse(source, path, at, () => ({
      from: at.line,
      to: alone ? valueEnd(lines, at.line, last) : at.line,
    }));
  });
}

/** Last line of the key that follows a line of the front matter, with what is indented below it. */
function valueEnd(lines: readonly string[], line: number, last: number): number {
  const isComment = (text: string | undefined): boolean => /^\s*(?:#|$)/u.test(text ?? '');
  let key = line;
  while (key < last && isComment(lines[key])) key++;
  const indent = /^ */u.exec(lines[key] ?? '')![0].length;
  let end = key + 1;
  while (end < last && (isComment(lines[end]) || /^ */u.exec(lines[end]!)![0].length > indent)) end++;
  return Math.min(end, last);
}

function inLines(text: string, path: string): Waiver[] {
  return text.split('\n').flatMap((line, i) => {
    const found = LINE_COMMENT.exec(line);
    if (found === null) return [];
    const at = { line: i + 1, column: [...line.slice(0, line.lastIndexOf(found[1]!))].length + 1 };
    return parse(found[1]!.replace(/\*\/\s*$/u, ''), path, at, () => ({ from: i + 1, to: i + 2 }));
  });
}

function parse(comment: string, path: string, at: Position, lines: () => Lines): Waiver[] {
  const found = DIRECTIVE.exec(comment);
  if (found === null) return [];
  const [, file, codes = '', reason = ''] = found;
  const scope = file === undefined ? lines() : null;
  return codes.split(',').map((code) => ({
    path,
    line: at.line,
    column: at.column,
    code: code.trim(),
    reason: reason.replace(/\s+/gu, ' ').trim(),
    lines: scope,
  }));
}
