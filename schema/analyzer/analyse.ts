import { CharacterClass, classOf } from './character-class.js';
import { CONNECTORS, type Part, readCompound } from './compound.js';
import { stem } from './stem.js';
import { STOP_WORDS } from './stopwords.js';

/** Name and version of the analyzer: an artifact made with another one is refused, since its terms would not meet. */
export const ANALYZER = { name: 'skillgraft', version: 1 } as const;

/** Tokens longer than this (encoded data, mostly) are cut, in documents and queries alike. */
const LONGEST_TOKEN = 64;
/** A compound of more parts than this is not also kept as one token. */
const MOST_JOINED = 4;

/**
 * Cuts text into the terms that documents and queries share. NFC, lower case; words are cut at everything that is
 * no letter, digit or mark, and at case and digit borders; a compound's joined form is kept beside its parts
 * (`next.js`: next, js, nextjs); Han, kana and Hangul runs become bigrams; single Latin letters and stop words are
 * dropped; English is stemmed lightly. A word-bounded part of a text that has a term shares a term with the text.
 *
 * @returns terms in the order of the text, with repetitions
 */
export function analyse(text: string): string[] {
  const source = text.normalize('NFC');
  const terms: string[] = [];
  const parts: Part[] = [];
  let at = 0;
  while (at < source.length) {
    const code = source.codePointAt(at)!;
    const kind = classOf(code);
    const end = kind === CharacterClass.lower || kind === CharacterClass.upper ? plainWordEnd(source, at) : 0;
    if (end > 0) {
      emit(source.slice(at, end).toLowerCase(), terms);
      at = end;
    } else if (kind >= CharacterClass.han) at = readBigrams(source, at, kind, terms);
    else if (kind === CharacterClass.separator || kind === CharacterClass.mark) at += code > 0xffff ? 2 : 1;
    else {
      at = readCompound(source, at, parts);
      emitCompound(source, parts, terms);
    }
  }
  return terms;
}

const [SPACE, A, Z, SMALL_A, SMALL_Z, FIRST_BEYOND_ASCII] = [32, 65, 90, 97, 122, 128] as const;

/**
 * Offset behind a word of ASCII letters, small but for the first, that is part of no compound: most words are such, and
 * need not be looked at sign by sign. 0 for everything else.
 */
function plainWordEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  let at = first >= A && first <= Z ? start + 1 : start;
  const small = at;
  let code = text.charCodeAt(at);
  while (code >= SMALL_A && code <= SMALL_Z) code = text.charCodeAt(++at);
  if (at === small) return 0;
  if (at === text.length || code === SPACE) return at;
  if (code >= FIRST_BEYOND_ASCII || classOf(code) !== CharacterClass.separator) return 0;
  if (at + 1 === text.length || !CONNECTORS.has(text[at]!)) return at;
  const next = text.charCodeAt(at + 1);
  return next >= FIRST_BEYOND_ASCII || classOf(next) !== CharacterClass.separator ? 0 : at;
}

/** Bigrams of a run of one script; a run of one character is that character. */
function readBigrams(text: string, start: number, script: number, terms: string[]): number {
  let previous = '';
  let count = 0;
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at)!;
    if (classOf(code) !== script) break;
    const character = String.fromCodePoint(code);
    if (count > 0) terms.push(previous + character);
    previous = character;
    count += 1;
    at += character.length;
  }
  if (count === 1) terms.push(previous);
  return at;
}

function emitCompound(text: string, parts: readonly Part[], terms: string[]): void {
  const first = parts[0]!;
  if (parts.length === 1) {
    emit(text.slice(first.start, first.end).toLowerCase(), terms);
    return;
  }
  const words = parts.map((part) => text.slice(part.start, part.end).toLowerCase());
  for (const word of words) emit(word, terms);
  if (words.length <= MOST_JOINED) emit(words.join(''), terms);
  if (words.length === 2) return;
  for (let i = 1; i < words.length; i += 1) {
    const [left, right] = [words[i - 1]!, words[i]!];
    // A neighbour that is dropped alone, or that is joined tightly, must be found with its neighbour.
    if (parts[i]!.tight || isDropped(left) || isDropped(right)) emit(left + right, terms);
  }
}

/** Terms of words met before ('' for a dropped one): most words of a text are repetitions. */
const known = new Map<string, string>();
const MOST_KNOWN = 100_000;

function emit(word: string, terms: string[]): void {
  let term = known.get(word);
  if (term === undefined) {
    term = isDropped(word) ? '' : stem(word.length > LONGEST_TOKEN ? word.slice(0, LONGEST_TOKEN) : word);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(word, term);
  }
  if (term !== '') terms.push(term);
}

function isDropped(word: string): boolean {
  return word.length === 1 ? /^\p{Script=Latin}$/u.test(word) : STOP_WORDS.has(word);
}

/** True for a term that `analyse` cuts out of a run of Han, kana or Hangul. */
export function isBigramTerm(term: string): boolean {
  return term !== '' && classOf(term.codePointAt(0)!) >= CharacterClass.han;
}
