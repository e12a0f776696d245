import { STOP_WORDS } from './stopwords.js';

/**
 * The words of a text that say what it is about, joined by blanks: how somebody asks (`how do I`, `can you`) is no part of
 * it. Words are runs of letters, marks and digits.
 */
export function contentWords(text: string): string {
  return text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !STOP_WORDS.has(word.toLowerCase()))
    .join(' ');
}
