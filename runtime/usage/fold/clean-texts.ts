import { plainLine } from '../../../schema/hidden-text.js';
import { codePointLength } from '../../../schema/text.js';
import { openSecretRules, type SecretHit } from '../../propose/checks/secret-rules.js';
import { withoutPersonalData } from './personal-data.js';

/** What stands in the place of a secret. */
const MARK = '<secret>';
/** Texts that are looked at together. */
const BATCH = 1000;
/** How a scan calls what it looks at: some rules go by names of files. */
const NAME = 'usage.jsonl';

type Scan = (path: string, text: string) => Promise<readonly SecretHit[]>;

/**
 * Takes secrets and personal data out of texts. What becomes of a text does not depend on the others, so that the same
 * query is the same record whatever is proposed with it.
 *
 * @param max code points of a cleaned text
 * @returns by text; null for one that looks like a secret all the same, empty for one of which nothing is left
 */
export async function cleanTexts(texts: Iterable<string>, max: number): Promise<Map<string, string | null>> {
  const scan = await openSecretRules();
  const cleaned = new Map<string, string | null>();
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    // Secrets first: half of one, whose digits are taken out, would be known by no rule.
    const open = await replaceSecrets(scan, batch.map(plainLine));
    const plain = open.map((text) => bounded(withoutPersonalData(text), max));
    const suspects = new Set(await suspicious(scan, plain));
    for (const [i, text] of batch.entries()) cleaned.set(text, suspects.has(i) ? null : plain[i]!);
    batch = [];
  };
  for (const text of texts) if (batch.push(text) >= BATCH) await flush();
  if (batch.length > 0) await flush();
  return cleaned;
}

async function replaceSecrets(scan: Scan, texts: readonly string[]): Promise<string[]> {
  const suspects = await suspicious(scan, texts);
  const result = [...texts];
  for (const i of suspects) result[i] = withoutHits(texts[i]!, await scan(NAME, texts[i]!));
  return result;
}

/** Positions of the texts that a scan of each alone finds something in. Most have nothing, which one scan tells of all. */
async function suspicious(scan: Scan, texts: readonly string[]): Promise<number[]> {
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length + 1;
  }
  const touched = new Set<number>();
  for (const { start, end } of await scan(NAME, texts.join('\n'))) {
    for (let i = indexAt(starts, start); i < texts.length && starts[i]! < end; i++) touched.add(i);
  }
  const found: number[] = [];
  for (const i of touched) if ((await scan(NAME, texts[i]!)).length > 0) found.push(i);
  return found.sort((a, b) => a - b);
}

/** The last start that is not behind an offset. */
function indexAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function withoutHits(text: string, hits: readonly SecretHit[]): string {
  let result = text;
  let from = text.length;
  for (const { start, end } of [...hits].sort((a, b) => b.start - a.start || b.end - a.end)) {
    // One that reaches into what was replaced takes the rest before it.
    const stop = Math.min(end, from);
    if (stop <= start) continue;
    result = result.slice(0, start) + MARK + result.slice(stop);
    from = start;
  }
  return result;
}

/** Cut between words where it can be, so that no half of an address is left. */
function bounded(text: string, max: number): string {
  if (codePointLength(text) <= max) return text;
  const cut = Array.from(text).slice(0, max).join('');
  const blank = cut.lastIndexOf(' ');
  return blank > 0 ? cut.slice(0, blank) : cut;
}
