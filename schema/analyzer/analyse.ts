import { CharacterClass, classOf } from './character-class.js';
import { isConnector, Parts, readCompound } from './compound.js';
import { Vocabulary } from './vocabulary.js';

/** Name and version of the analyzer: an artifact made with another one is refused, since its terms would not meet. */
export const ANALYZER = { name: 'skillgraft', version: 1 } as const;

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
  if (shared === undefined || shared.words > MOST_SHARED) shared = new Vocabulary();
  const { terms } = shared;
  const found: number[] = [];
  readTerms(text, shared, found);
  return found.map((term) => terms[term]!);
}

/** Words met before, in whatever text. */
let shared: Vocabulary | undefined;
const MOST_SHARED = 100_000;

/** Takes terms in the order of a text, by their numbers. */
export interface TermSink {
  push(term: number): unknown;
}

/** Cuts text as `analyse` does, into numbers of terms in a vocabulary. */
export function readTerms(text: string, vocabulary: Vocabulary, found: TermSink): void {
  const source = text.normalize('NFC');
  let at = 0;
  while (at < source.length) {
    const code = source.codePointAt(at)!;
    const kind = classOf(code);
    if (kind === CharacterClass.separator || kind === CharacterClass.mark) {
      at += code > 0xffff ? 2 : 1;
      continue;
    }
    if (kind >= CharacterClass.han) {
      at = readBigrams(source, at, kind, vocabulary, found);
      continue;
    }
    const end = plainWordEnd(source, at, kind);
    if (end > 0) {
      emitPart(source, at, end, vocabulary, found);
      at = end;
      continue;
    }
    at = readCompound(source, at, parts);
    emitCompound(source, vocabulary, found);
  }
}

/** Parts of the compound at hand. */
const parts = new Parts();

const [SPACE, SMALL_A, SMALL_Z, FIRST_BEYOND_ASCII] = [32, 97, 122, 128] as const;

/**
 * Offset behind a word of ASCII letters, small but for the first, that is part of no compound: most words are such, and
 * need not be looked at sign by sign. 0 for everything else.
 */
function plainWordEnd(text: string, start: number, kind: number): number {
  if (kind > CharacterClass.upper) return 0;
  let at = start + 1;
  let code: number = SPACE;
  for (; at < text.length; at += 1) {
    code = text.charCodeAt(at);
    if (code < SMALL_A || code > SMALL_Z) break;
  }
  if (kind === CharacterClass.upper && at === start + 1) return 0;
  if (text.charCodeAt(start) >= FIRST_BEYOND_ASCII) return 0;
  if (at === text.length || code === SPACE) return at;
  if (code >= FIRST_BEYOND_ASCII || classOf(code) !== CharacterClass.separator) return 0;
  if (at + 1 === text.length || !isConnector(code)) return at;
  const next = text.charCodeAt(at + 1);
  return next >= FIRST_BEYOND_ASCII || classOf(next) !== CharacterClass.separator ? 0 : at;
}

/** Bigrams of a run of one script; a run of one character is that character. */
function readBigrams(
  text: string,
  start: number,
  script: number,
  vocabulary: Vocabulary,
  found: TermSink,
): number {
  let last = start;
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at)!;
    if (classOf(code) !== script) break;
    const end = at + (code > 0xffff ? 2 : 1);
    if (at > start) vocabulary.bigrams.add(emitPart(text, last, end, vocabulary, found));
    last = at;
    at = end;
  }
  if (last === start) vocabulary.bigrams.add(emitPart(text, start, at, vocabulary, found));
  return at;
}

function emitPart(text: string, start: number, end: number, vocabulary: Vocabulary, found: TermSink): number {
  parts.starts[0] = start;
  parts.ends[0] = end;
  return emit(text, 0, 1, vocabulary, found);
}

function emitCompound(text: string, vocabulary: Vocabulary, found: TermSink): void {
  const { count, tight, terms } = parts;
  for (let i = 0; i < count; i += 1) terms[i] = emit(text, i, i + 1, vocabulary, found);
  if (count === 1) return;
  if (count <= MOST_JOINED) emit(text, 0, count, vocabulary, found);
  if (count === 2) return;
  for (let i = 1; i < count; i += 1) {
    // A neighbour that is dropped alone, or that is joined tightly, must be found with its neighbour.
    if (tight[i]! || terms[i - 1] === 0 || terms[i] === 0) emit(text, i - 1, i + 1, vocabulary, found);
  }
}

function emit(text: string, from: number, to: number, vocabulary: Vocabulary, found: TermSink): number {
  const term = vocabulary.termOf(text, parts, from, to);
  if (term > 0) found.push(term);
  return term;
}

/** True for a term that `analyse` cuts out of a run of Han, kana or Hangul. */
export function isBigramTerm(term: string): boolean {
  return term !== '' && classOf(term.codePointAt(0)!) >= CharacterClass.han;
}
