import type { Node, Pair, YAMLMap } from 'yaml';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { SkillgraftError } from '../errors.js';
import { yamlTrimEnd } from './quoting.js';
import { type QuoteStyle, writeFlow, writeText } from './scalar.js';
import { findFences } from './split.js';
import type { Json } from './types.js';

/** A piece of the block that is written anew. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The block as it stands and what is known of its form. */
interface Block {
  readonly text: string;
  readonly eol: string;
}

/**
 * Sets (or, by undefined, removes) front matter keys and keeps every other byte: comments, order, quotes, line ends, a
 * byte order mark, the body. `metadata.<key>` names a key of the metadata map. A list goes back in the form it had
 * (YAML list or comma-separated text). Throws SkillgraftError where the front matter cannot be read.
 */
export function editFrontmatter(text: string, changes: ReadonlyMap<string, Json | undefined>): string {
  if (changes.size === 0) return text;
  const bom = text.startsWith('\ufeff') ? 1 : 0;
  const fences = findFences(text.slice(bom));
  if (!fences) throw unreadable('it has no closed front matter');
  const from = bom + fences.blockStart;
  const to = bom + fences.blockEnd;
  const eol = text.slice(0, from).endsWith('\r\n') ? '\r\n' : '\n';
  let block = text.slice(from, to);
  // One key after the other, each on a fresh parse: offsets stay right whatever came before.
  for (const [key, value] of changes) block = editKey({ text: block, eol }, key, value);
  return text.slice(0, from) + block + text.slice(to);
}

/** Sets the text behind the front matter; the front matter keeps every byte. */
export function replaceBody(text: string, body: string): string {
  const bom = text.startsWith('\ufeff') ? 1 : 0;
  const fences = findFences(text.slice(bom));
  if (!fences) throw unreadable('it has no closed front matter');
  const head = text.slice(0, bom + fences.bodyStart);
  const crlf = head.includes('\r\n');
  const eol = crlf ? '\r\n' : '\n';
  const lines = crlf ? body.replace(/\r?\n/gu, eol) : body;
  return `${head.endsWith('\n') ? head : head + eol}${eol}${lines}`;
}

/** A new SKILL.md from its keys, in the order given, and its body. */
export function writeSkill(frontmatter: readonly (readonly [string, Json])[], body: string): string {
  const lines = frontmatter.map(([key, value]) => `${writeText(key)}:${valueText(value, '', '\n')}\n`);
  return `---\n${lines.join('')}---\n\n${body}`;
}

function unreadable(why: string): SkillgraftError {
  return new SkillgraftError(
    'frontmatter-unreadable',
    `The file cannot be edited: ${why}.`,
    'Mend its front matter first; `skillgraft check` shows where.',
  );
}

function editKey(block: Block, key: string, value: Json | undefined): string {
  const doc = parseDocument(block.text, { schema: 'core', prettyErrors: false, logLevel: 'silent' });
  if (doc.errors.length > 0) throw unreadable(doc.errors[0]!.message);
  const root = doc.contents as Node | null;
  if (root !== null && (!isMap(root) || root.flow === true))
    throw unreadable('its front matter is no block of keys');
  const edit = key.startsWith('metadata.')
    ? editNested(block, root, key.slice(9), value)
    : editTop(block, root, key, value);
  return edit ? block.text.slice(0, edit.from) + edit.text + block.text.slice(edit.to) : block.text;
}

function editTop(block: Block, root: YAMLMap | null, key: string, value: Json | undefined): Edit | null {
  const pair = root && findPair(root, key);
  if (pair) return value === undefined ? removal(block, pair) : replacement(block, pair, value);
  if (value === undefined) return null;
  const end = block.text.length;
  return { from: end, to: end, text: `${writeText(key)}:${valueText(value, '', block.eol)}${block.eol}` };
}

function editNested(block: Block, root: YAMLMap | null, key: string, value: Json | undefined): Edit | null {
  const parent = root && findPair(root, 'metadata');
  const map = parent?.value;
  if (!isMap(map)) return value === undefined ? null : editTop(block, root, 'metadata', { [key]: value });
  const pair = findPair(map as YAMLMap, key);
  if (map.flow === true || (value === undefined && map.items.length === 1)) {
    return rewriteFlow(block, parent!, map as YAMLMap, key, value);
  }
  if (pair) return value === undefined ? removal(block, pair) : replacement(block, pair, value);
  if (value === undefined) return null;
  const indent = indentOf(block, map.items[0] as Pair);
  const end = lineEndAfter(block, endOf(map.items.at(-1) as Pair));
  const lead = block.text[end - 1] === '\n' ? '' : block.eol;
  return {
    from: end,
    to: end,
    text: `${lead}${indent}${writeText(key)}:${valueText(value, indent, block.eol)}${block.eol}`,
  };
}

/** A flow map is written whole, with the source of the pairs that stay. */
function rewriteFlow(block: Block, parent: Pair, map: YAMLMap, key: string, value: Json | undefined): Edit {
  const pairs = (map.items as Pair[]).flatMap((pair) => {
    if (keyText(pair) !== key) return [block.text.slice(startOf(pair), endOf(pair)).trim()];
    return value === undefined ? [] : [`${writeText(key, 'plain', true)}: ${writeFlow(value)}`];
  });
  if (value !== undefined && !findPair(map, key))
    pairs.push(`${writeText(key, 'plain', true)}: ${writeFlow(value)}`);
  if (pairs.length === 0) return removal(block, parent);
  return { from: map.range![0], to: yamlTrimEnd(block.text, map.range![1]), text: `{${pairs.join(', ')}}` };
}

function findPair(map: YAMLMap, key: string): Pair | undefined {
  return (map.items as Pair[]).find((pair) => keyText(pair) === key);
}

function keyText(pair: Pair): string | undefined {
  return isScalar(pair.key)
    ? typeof pair.key.value === 'string'
      ? pair.key.value
      : pair.key.source
    : undefined;
}

function startOf(pair: Pair): number {
  return (pair.key as Node).range![0];
}

function endOf(pair: Pair): number {
  return ((pair.value ?? pair.key) as Node).range![1];
}

function indentOf(block: Block, pair: Pair): string {
  const start = startOf(pair);
  return block.text.slice(block.text.lastIndexOf('\n', start - 1) + 1, start);
}

/** End of the line on which a value ends; a block scalar ends behind its own line end. */
function lineEndAfter(block: Block, end: number): number {
  if (end > 0 && block.text[end - 1] === '\n') return end;
  const next = block.text.indexOf('\n', end);
  return next < 0 ? block.text.length : next + 1;
}

function removal(block: Block, pair: Pair): Edit {
  const start = startOf(pair);
  const from = block.text.lastIndexOf('\n', start - 1) + 1;
  return { from, to: lineEndAfter(block, endOf(pair)), text: '' };
}

function replacement(block: Block, pair: Pair, value: Json): Edit {
  const node = pair.value as Node | null;
  const next = isScalar(node) && typeof node.value === 'string' ? (commaForm(value) ?? value) : value;
  const keyEnd = (pair.key as Node).range![1];
  const colon = block.text.indexOf(':', keyEnd) + 1;
  if (isOneLine(block, node) && (next === null || typeof next !== 'object')) {
    const [from, to] = node!.range!;
    const style = styleOf(node);
    const text = typeof next === 'string' ? writeText(next, style) : String(next);
    return { from, to, text: block.text[from - 1] === ':' ? ` ${text}` : text };
  }
  const end = node?.range ? yamlTrimEnd(block.text, node.range[1]) : colon;
  const asBlock = isSeq(node) && node.flow !== true;
  return {
    from: colon,
    to: Math.max(end, colon),
    text: valueText(next, indentOf(block, pair), block.eol, asBlock),
  };
}

/** A list as comma-separated text, where reading that gives the same list. */
function commaForm(value: Json): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const fits = value.every(
    (one) => typeof one === 'string' && one !== '' && one === one.trim() && !one.includes(','),
  );
  return fits ? value.join(', ') : undefined;
}

function isOneLine(block: Block, node: Node | null): boolean {
  if (!isScalar(node) || !node.range || node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')
    return false;
  return !block.text.slice(node.range[0], node.range[1]).includes('\n');
}

function styleOf(node: Node | null): QuoteStyle {
  if (!isScalar(node)) return 'plain';
  return node.type === 'QUOTE_DOUBLE' ? 'double' : node.type === 'QUOTE_SINGLE' ? 'single' : 'plain';
}

/** What stands behind a key's colon, its leading blank or line end included. */
function valueText(value: Json, indent: string, eol: string, asBlock = false): string {
  if (asBlock && Array.isArray(value) && value.length > 0) {
    return value
      .map(
        (item) =>
          `${eol}${indent}  - ${typeof item === 'string' ? writeText(item) : writeFlow(item as Json)}`,
      )
      .join('');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
    return Object.entries(value)
      .map(
        ([key, inner]) =>
          `${eol}${indent}  ${writeText(key)}:${valueText(inner as Json, `${indent}  `, eol)}`,
      )
      .join('');
  }
  return ` ${typeof value === 'string' ? writeText(value) : writeFlow(value)}`;
}
