import { readLeniently } from '../../../schema/skill/lenient.js';
import { findFences } from '../../../schema/skill/split.js';
import { toLf } from '../../../schema/text.js';

/**
 * Puts front matter values in quotes that YAML takes for something else without them (`description: Use when: x`), so
 * that other keys can be changed. Only the lines of these values change. The text as it is where nothing is wrong.
 */
export function mendQuotes(text: string): string {
  const place = blockOf(text);
  if (place === null) return text;
  const [from, to] = place;
  const block = text.slice(from, to);
  const { block: mended, faults } = readLeniently(toLf(block));
  if (faults.length === 0) return text;
  const before = toLf(block).split('\n');
  const after = mended.split('\n');
  const lines = block.split('\n').map((line, i) => {
    if (before[i] === after[i]) return line;
    return line.endsWith('\r') ? `${after[i]}\r` : after[i]!;
  });
  return text.slice(0, from) + lines.join('\n') + text.slice(to);
}

/** A note that names the values that `mendQuotes` puts in quotes, but for those of the keys that change anyway. */
export function quotesNote(text: string, changed: ReadonlySet<string>): string[] {
  const place = blockOf(text);
  if (place === null) return [];
  const { faults } = readLeniently(toLf(text.slice(...place)));
  const keys = faults.map(({ args }) => String(args.key)).filter((key) => !changed.has(key));
  return keys.length === 0 ? [] : [`Put in quotes, which YAML needs there: ${keys.join(', ')}.`];
}

/** Where the front matter starts and ends. */
function blockOf(text: string): [from: number, to: number] | null {
  const bom = text.startsWith('\ufeff') ? 1 : 0;
  const fences = findFences(text.slice(bom));
  return fences && [bom + fences.blockStart, bom + fences.blockEnd];
}
