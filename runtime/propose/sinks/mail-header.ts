import type { Identity } from '../types.js';

/** Longest encoded word (RFC 2047, section 2), and what its frame takes of it. */
const WORD_LIMIT = 75;
const [OPEN, CLOSE] = ['=?UTF-8?q?', '?='];
/** Where a header's line is folded (RFC 5322, section 2.1.1). */
const LINE_LIMIT = 78;
/** A run without a blank cannot be folded: longer ones are encoded. */
const RUN_LIMIT = 500;

/** A header of free text, folded and, where it is not plain ASCII, in encoded words. Ends without a line feed. */
export function textHeader(name: string, text: string): string {
  const value = oneLine(text);
  const plain = isPlain(value) && value.split(' ').every((run) => run.length <= RUN_LIMIT);
  return plain ? fold(`${name}: ${value}`) : `${name}: ${encodedWords(value, name.length + 2)}`;
}

/** A header that names one person. */
export function addressHeader(name: string, { name: person, email }: Identity): string {
  const phrase = oneLine(person);
  let shown = phrase;
  if (!isPlain(phrase)) shown = encodedWords(phrase, name.length + 2);
  else if (!/^[\w !#$%&'*+/=?^`{|}~-]*$/.test(phrase)) shown = `"${phrase.replace(/["\\]/g, '\\$&')}"`;
  return `${name}: ${shown} <${email}>`;
}

/** Unix seconds as RFC 5322 wants them, in UTC. */
export function mailDate(at: number): string {
  return new Date(at * 1000).toUTCString().replace(/GMT$/, '+0000');
}

function oneLine(text: string): string {
  return text.replace(/[\x00-\x20]+/g, ' ').replace(/^ | $/g, '');
}

/** ASCII that shows, and nothing that reads as an encoded word. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !text.includes('=?');
}

function fold(line: string): string {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1)!;
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= LINE_LIMIT) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(` ${word}`);
  }
  return lines.join('\n');
}

/** Encoded words, one a line; none ends within a character. `used`: columns taken on the first line. */
function encodedWords(text: string, used: number): string {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    const code = encodeCharacter(character);
    const room = WORD_LIMIT - OPEN.length - CLOSE.length - (words.length === 0 ? used : 1);
    if (word.length + code.length > room) {
      words.push(word);
      word = '';
    }
    word += code;
  }
  return [...words, word].map((part) => OPEN + part + CLOSE).join('\n ');
}

function encodeCharacter(character: string): string {
  if (character === ' ') return '_';
  if (/[A-Za-z0-9!*+/-]/.test(character)) return character;
  return Array.from(new TextEncoder().encode(character), hex).join('');
}

function hex(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
