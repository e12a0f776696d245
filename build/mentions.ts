/** A sentence of a text, and the words in it that name skills. */
export interface Mention {
  /** In the order of the text, each once. */
  readonly words: readonly string[];
  readonly sentence: string;
}

/** UTF-16 code units of a sentence that are kept. */
const LONGEST_SENTENCE = 600;
const SENTENCE_ENDS = /(?<=[.!?;])\s+|(?<=[。；！？])/;
/** One plain word is a name only where it is marked as one: `name`, **name**, `/name`, [[name]], …/name/SKILL.md. */
const MARKED = /(?:`|\*\*|\[\[)\/?([a-z0-9]{2,})(?=`|\*\*|\]\])|\/([a-z0-9]{2,})(?=\/SKILL\.md)/g;

/**
 * Sentences of a text (UTF-8) that hold a name, in the order of the text, each within one line: a word with a hyphen
 * anywhere, a plain word where marks say that it is a name. `isName` tells names from other words.
 */
export function mentionsIn(text: Uint8Array, isName: (word: string) => boolean): Mention[] {
  return linesWithNames(text, isName)
    .flatMap((line) => line.split(SENTENCE_ENDS))
    .map((sentence) => ({
      words: [...new Set(namesIn(sentence, isName).map(({ word }) => word))],
      sentence: sentence.trim().slice(0, LONGEST_SENTENCE),
    }))
    .filter(({ words }) => words.length > 0);
}

function linesWithNames(text: Uint8Array, isName: (word: string) => boolean): string[] {
  // Names are ASCII: read byte by byte, a text need not be decoded where it names nobody.
  const source = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('latin1');
  const lines: string[] = [];
  let end = -1;
  for (const { at } of namesIn(source, isName)) {
    if (at < end) continue;
    const start = source.lastIndexOf('\n', at) + 1;
    end = source.indexOf('\n', at);
    if (end === -1) end = source.length;
    lines.push(Buffer.from(source.slice(start, end), 'latin1').toString('utf8'));
  }
  return lines;
}

interface Found {
  readonly word: string;
  readonly at: number;
}

/** In the order of the text. */
function namesIn(source: string, isName: (word: string) => boolean): Found[] {
  const found = [...hyphenated(source), ...marked(source)].filter(({ word }) => isName(word));
  return found.sort((a, b) => a.at - b.at);
}

/** Whole words with a hyphen. From hyphen to hyphen: a regex that reads every word takes six times as long. */
function* hyphenated(source: string): Generator<Found> {
  let end = 0;
  for (let dash = source.indexOf('-'); dash !== -1; dash = source.indexOf('-', end)) {
    let at = dash;
    while (isWordCode(source.charCodeAt(at - 1))) at -= 1;
    end = dash + 1;
    while (isWordCode(source.charCodeAt(end))) end += 1;
    if (at < dash && end > dash + 1) yield { word: source.slice(at, end), at };
  }
}

/** ASCII letters, digits and the hyphen. */
function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 45
  );
}

function* marked(source: string): Generator<Found> {
  for (const match of source.matchAll(MARKED)) yield { word: (match[1] ?? match[2])!, at: match.index };
}
