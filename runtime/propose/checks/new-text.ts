import { decodeUtf8, toLf } from '../../../schema/text.js';
import type { FileChange } from '../types.js';

/** The text that a change leaves in a file, LF line ends, and which of its lines were not there before. */
export interface NewText {
  readonly path: string;
  readonly text: string;
  /** From 1. */
  readonly lines: ReadonlySet<number>;
}

/** The texts that changes write. Files that are removed, or that are no text, are left out. */
export function newTexts(changes: readonly FileChange[]): NewText[] {
  return changes.flatMap(({ path, before, after }) => {
    const text = textOf(after);
    return text === null ? [] : [{ path, text, lines: newLines(textOf(before) ?? '', text) }];
  });
}

function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null;
  const { text, problem } = decodeUtf8(bytes);
  return problem === undefined ? toLf(text) : null;
}

/** A line that was there as often before is not new, wherever it stood. */
function newLines(before: string, after: string): Set<number> {
  const there = new Map<string, number>();
  for (const line of before.split('\n')) there.set(line, (there.get(line) ?? 0) + 1);
  const lines = new Set<number>();
  after.split('\n').forEach((line, i) => {
    const left = there.get(line) ?? 0;
    if (left === 0) lines.add(i + 1);
    else there.set(line, left - 1);
  });
  return lines;
}
