import type { Document, Node, ParsedNode, YAMLError } from 'yaml';
import { isAlias, isCollection, isMap, isNode, isPair, Parser, parseDocument } from 'yaml';
import type { FindingArgs, FindingKind } from '../diagnostic.js';
import { excerpt } from '../text.js';
import { yamlAlias, yamlDocumentEnd, yamlNotMap, yamlSyntax, yamlTag, yamlTooDeep } from './kinds/yaml.js';

/** Levels of maps and lists that are read; the deepest real front matter has six. */
export const DEPTH_LIMIT = 32;

/** More errors than these come from text that is no YAML at all; quotes would not help. */
const RETRY_ERRORS = 16;

/** A fault at an offset of the block, before it is placed in the file. */
export interface YamlFault {
  readonly kind: FindingKind;
  readonly offset: number;
  readonly args: FindingArgs;
  readonly fix?: string;
}

export type YamlResult =
  | { readonly root: Node; readonly fault?: undefined }
  | { readonly fault: YamlFault; readonly retry?: QuoteHint };

/** A value that may only lack quotes: where it starts, and whether its first character or a colon misled YAML. */
export interface QuoteHint {
  readonly offset: number;
  readonly cause: 'start' | 'colon';
}

/** Reads a block as one map of plain YAML: no anchors, aliases, tags, second documents or deep nesting. */
export function readYaml(block: string): YamlResult {
  const deep = tooDeep(block);
  if (deep >= 0) return { fault: fault(yamlTooDeep, deep, { limit: DEPTH_LIMIT }) };
  const doc = parseDocument(block, {
    schema: 'core',
    prettyErrors: false,
    logLevel: 'silent',
    uniqueKeys: false,
    keepSourceTokens: true,
  });
  const special = specialNodes(doc.contents, block);
  if (special.undeclared !== undefined) return undeclaredAlias(special.undeclared);
  if (special.fault) return { fault: special.fault };
  const error = doc.errors[0];
  if (error) return syntaxFault(error, block, doc.errors.length <= RETRY_ERRORS);
  return checkRoot(doc, block);
}

/** The comments of a block, each with its offset; `#` inside of a value is none. */
export function yamlComments(block: string): { readonly offset: number; readonly source: string }[] {
  if (tooDeep(block) >= 0) return [];
  const found: { offset: number; source: string }[] = [];
  const walk = (token: unknown): void => {
    if (Array.isArray(token)) for (const one of token) walk(one);
    else if (typeof token === 'object' && token !== null) {
      const { type, offset, source } = token as { type?: string; offset?: number; source?: string };
      if (type === 'comment') found.push({ offset: offset!, source: source! });
      else for (const part of Object.values(token)) walk(part);
    }
  };
  walk([...new Parser().parse(block)]);
  return found.sort((a, b) => a.offset - b.offset);
}

function checkRoot(doc: Document.Parsed<ParsedNode>, block: string): YamlResult {
  const lost = textBehind(block, doc.range[1]);
  if (lost >= 0) return { fault: fault(yamlDocumentEnd, lost, {}) };
  const root = doc.contents;
  if (isMap(root)) return { root };
  const found = isCollection(root) ? 'a list' : root === null ? 'empty' : 'text';
  return { fault: fault(yamlNotMap, root?.range[0] ?? 0, { found }) };
}

/** Offset of the line that ends the document although more than comments follows it, or -1. */
function textBehind(block: string, end: number): number {
  const lines = block.slice(end).split('\n');
  const marker = lines.findIndex((line) => !/^[ \t]*(?:#|$)/u.test(line));
  if (marker < 0) return -1;
  const bare = lines[marker]!.trimEnd() === '...';
  if (bare && lines.slice(marker + 1).every((line) => /^[ \t]*(?:#|$)/u.test(line))) return -1;
  return end + lines.slice(0, marker).reduce((sum, line) => sum + line.length + 1, 0);
}

function fault(kind: FindingKind, offset: number, args: FindingArgs): YamlFault {
  return { kind, offset, args };
}

function syntaxFault(error: YAMLError, block: string, retry: boolean): YamlResult {
  const offset = Math.min(error.pos[0], block.length);
  const found = fault(yamlSyntax, offset, { reason: excerpt(error.message.replace(/\.$/u, ''), 160) });
  if (!retry) return { fault: found };
  if (error.code === 'BAD_SCALAR_START') return { fault: found, retry: { offset, cause: 'start' } };
  if (error.code === 'BLOCK_AS_IMPLICIT_KEY') return { fault: found, retry: { offset, cause: 'colon' } };
  return { fault: found };
}

/** An alias that names no anchor is text that starts with `*`, most often bold Markdown. */
function undeclaredAlias(offset: number): YamlResult {
  const reason = 'text that starts with * must stand in quotes';
  return { fault: fault(yamlSyntax, offset, { reason }), retry: { offset, cause: 'start' } };
}

interface SpecialNodes {
  /** First alias whose anchor stands nowhere. */
  readonly undeclared: number | undefined;
  /** The first alias or anchor with their number, else the first tag. */
  readonly fault: YamlFault | undefined;
}

/** Depth is bounded before this runs. */
function specialNodes(root: unknown, block: string): SpecialNodes {
  const anchors: { offset: number; name: string }[] = [];
  const aliases: { offset: number; name: string }[] = [];
  let tag: YamlFault | undefined;
  const walk = (node: unknown): void => {
    if (isPair(node)) {
      walk(node.key);
      walk(node.value);
    }
    if (!isNode(node)) return;
    const offset = node.range?.[0] ?? 0;
    if (isAlias(node)) aliases.push({ offset, name: node.source });
    else if (node.anchor !== undefined) {
      // A node's range starts behind its anchor.
      const at = block.lastIndexOf(`&${node.anchor}`, offset);
      anchors.push({ offset: Math.max(at, 0), name: node.anchor });
    }
    if (!isAlias(node) && node.tag !== undefined) tag ??= fault(yamlTag, offset, { tag: excerpt(node.tag) });
    if (isCollection(node)) for (const item of node.items) walk(item);
  };
  walk(root);
  const names = new Set(anchors.map((one) => one.name));
  const first = anchors[0] ?? aliases[0];
  return {
    undeclared: aliases.find((one) => !names.has(one.name))?.offset,
    fault: first ? fault(yamlAlias, first.offset, { count: anchors.length + aliases.length }) : tag,
  };
}

/** Offset at which nesting passes what may be handed to a recursive parser, or -1. Text in quotes may count too. */
function tooDeep(block: string): number {
  let open = 0;
  let run = 0;
  for (let i = 0; i < block.length; i++) {
    const c = block[i];
    if (c === '[' || c === '{') open++;
    else if ((c === ']' || c === '}') && open > 0) open--;
    if (c === '\n') run = 0;
    else if (run >= 0 && (c === '-' || c === '?') && /[ \t\n]/u.test(block[i + 1] ?? '\n')) run++;
    else if (c !== ' ' && c !== '\t') run = -1;
    if (open > DEPTH_LIMIT * 4 || run > DEPTH_LIMIT * 2) return i;
  }
  return -1;
}
