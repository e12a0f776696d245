import type { FindingArgs, FindingKind, Position } from '../diagnostic.js';
import { excerpt, positionAt } from '../text.js';
import { yamlUnquotedColon, yamlUnquotedStart } from './kinds/yaml.js';
import { type QuotedValue, quoteValueAt } from './quoting.js';
import { type QuoteHint, readYaml, type YamlResult } from './yaml.js';

/** Values that are put in quotes for the writer before the file is given up. */
const RETRIES = 16;

/** A value that had to be put in quotes; `at` counts in the block. */
export interface QuotingFault {
  readonly kind: FindingKind;
  readonly at: Position;
  readonly args: FindingArgs;
  readonly fix: string;
}

export interface LenientResult {
  /** The block as it was read at last, with the same line numbers as the one that was given. */
  readonly block: string;
  readonly result: YamlResult;
  readonly faults: readonly QuotingFault[];
}

/** Reads a block; values that YAML takes for something else are put in quotes, one by one from the top. */
export function readLeniently(original: string): LenientResult {
  const faults: QuotingFault[] = [];
  let block = original;
  let result = readYaml(block);
  while (result.fault && result.retry && faults.length < RETRIES) {
    const quoted = quoteValueAt(block, result.retry.offset);
    const found = quoted && quotingFault(result.retry, quoted, block);
    if (!found) break;
    faults.push(found);
    block = quoted.block;
    result = readYaml(block);
  }
  return { block, result, faults };
}

function quotingFault(hint: QuoteHint, value: QuotedValue, block: string): QuotingFault | null {
  const key = excerpt(value.key);
  if (hint.cause === 'start') {
    const character = String.fromCodePoint(value.raw.codePointAt(0) ?? 0);
    return {
      kind: yamlUnquotedStart,
      at: positionAt(block, hint.offset),
      args: { key, character },
      fix: value.fix,
    };
  }
  const colon = value.raw.search(/:(?:\s|$)/u);
  if (colon < 0) return null;
  return {
    kind: yamlUnquotedColon,
    at: positionAt(block, hint.offset + colon),
    args: { key },
    fix: value.fix,
  };
}
