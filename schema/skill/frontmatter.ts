import type { Node, Scalar, YAMLMap } from 'yaml';
import { isMap, isScalar, isSeq } from 'yaml';
import type { FindingArgs, FindingKind, Position } from '../diagnostic.js';
import { excerpt, hasLoneSurrogate } from '../text.js';
import { encodingSurrogate } from './kinds/read.js';
import {
  metadataValueNotText,
  yamlCommentCut,
  yamlDuplicateKey,
  yamlKeyNotText,
  yamlTooDeep,
} from './kinds/yaml.js';
import { onOneLine, quoteText } from './quoting.js';
import type { Json, JsonObject, KeyPosition } from './types.js';
import { DEPTH_LIMIT } from './yaml.js';

/** What a YAML map gives: JSON, where its keys stand, and what was odd on the way. */
export interface FrontmatterReader {
  readonly positions: Map<string, KeyPosition>;
  readonly report: (kind: FindingKind, offset: number, args: FindingArgs, fix?: string) => void;
  /** Line and column in the file of an offset of the block. */
  readonly at: (offset: number) => Position;
  readonly block: string;
}

/** Turns the root map into null-prototype JSON. Reports duplicate keys, cut values and metadata that is no text. */
export function readFrontmatter(root: Node, reader: FrontmatterReader): JsonObject {
  return readMap(root as YAMLMap, reader, [], 0);
}

function readMap(
  map: YAMLMap,
  reader: FrontmatterReader,
  path: readonly string[],
  depth: number,
): JsonObject {
  const out: Record<string, Json> = Object.create(null);
  const firstLines = new Map<string, number>();
  for (const { key: keyNode, value } of map.items as { key: unknown; value: unknown }[]) {
    const keyOffset = (keyNode as Node | null)?.range?.[0] ?? map.range?.[0] ?? 0;
    if (keyNode !== null && !isScalar(keyNode)) {
      reader.report(yamlKeyNotText, keyOffset, {});
      continue;
    }
    const key = keyText(keyNode);
    const at = reader.at(keyOffset);
    const firstLine = firstLines.get(key);
    if (firstLine !== undefined) {
      reader.report(yamlDuplicateKey, keyOffset, { key: excerpt(key), firstLine });
      continue;
    }
    firstLines.set(key, at.line);
    const keys = [...path, key];
    const node = value as Node | null;
    notePosition(reader, keys, at, node);
    out[key] = readPairValue(node, reader, keys, depth + 1);
  }
  return out;
}

function keyText(key: Scalar | null): string {
  if (key === null) return '';
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value ?? ''));
}

function notePosition(
  reader: FrontmatterReader,
  keys: readonly string[],
  at: Position,
  node: Node | null,
): void {
  const value = node?.range ? reader.at(node.range[0]) : at;
  reader.positions.set(keys.join('.'), {
    line: at.line,
    column: at.column,
    valueLine: value.line,
    valueColumn: value.column,
  });
}

function readPairValue(
  node: Node | null,
  reader: FrontmatterReader,
  keys: readonly string[],
  depth: number,
): Json {
  if (isScalar(node)) checkCut(node, reader, keys);
  if (keys.length !== 2 || keys[0] !== 'metadata' || !isScalar(node) || typeof node.value === 'string') {
    return readValue(node, reader, keys, depth);
  }
  const value = node.value === null ? '' : (node.source ?? String(node.value));
  if (node.value !== null) {
    const args = { key: excerpt(keys[1]!), found: typeof node.value, value: excerpt(value) };
    reader.report(metadataValueNotText, node.range?.[0] ?? 0, args, `${keys[1]}: ${quoteText(value)}`);
  }
  return value;
}

function readValue(
  node: Node | null,
  reader: FrontmatterReader,
  keys: readonly string[],
  depth: number,
): Json {
  if (depth > DEPTH_LIMIT) {
    reader.report(yamlTooDeep, node?.range?.[0] ?? 0, { limit: DEPTH_LIMIT });
    return null;
  }
  if (isMap(node)) return readMap(node, reader, keys, depth);
  if (isSeq(node))
    return node.items.map((item) => readValue(item as Node | null, reader, [...keys, '-'], depth + 1));
  return isScalar(node) ? readScalar(node, reader) : null;
}

/** Keeps a number only where JavaScript writes it back as it stands; `1.10`, `0x10` and `007` stay text. */
function readScalar(node: Scalar, reader: FrontmatterReader): Json {
  const { value, source } = node;
  if (typeof value === 'string') {
    if (hasLoneSurrogate(value)) reader.report(encodingSurrogate, node.range?.[0] ?? 0, {});
    return value;
  }
  if (typeof value === 'number')
    return String(value) === source && Number.isFinite(value) ? value : (source ?? '');
  return typeof value === 'boolean' ? value : null;
}

const PROSE_KEYS = new Set([
  'description',
  'when_to_use',
  'when-to-use',
  'compatibility',
  'argument-hint',
  'display-name',
]);

/** A plain value of several words with a ` #` behind it was most likely meant to go on. */
function checkCut(node: Scalar, reader: FrontmatterReader, keys: readonly string[]): void {
  if (node.type !== 'PLAIN' || !node.range) return;
  const [start, end] = node.range;
  const lineEnd = reader.block.indexOf('\n', end);
  const rest = reader.block.slice(end, lineEnd < 0 ? undefined : lineEnd);
  const key = keys.at(-1)!;
  // A waiver is meant as a comment.
  const hash = /^[ \t]+#(?!\s*skillgraft-ignore)/u.exec(rest);
  if (!hash || !(PROSE_KEYS.has(key) || /\s/u.test(reader.block.slice(start, end)))) return;
  const whole = onOneLine(reader.block.slice(start, end) + rest);
  reader.report(
    yamlCommentCut,
    end + hash[0].length - 1,
    { key: excerpt(key) },
    `${key}: ${quoteText(whole)}`,
  );
}
