/** What a code point is to the tokenizer. Word classes lie below `han`, CJK scripts from `han` on. */
export const CharacterClass = {
  separator: 0,
  lower: 1,
  upper: 2,
  digit: 3,
  /** A letter of a script without case. */
  letter: 4,
  /** A combining mark: goes on with a word, never starts one. */
  mark: 5,
  han: 6,
  hiragana: 7,
  katakana: 8,
  hangul: 9,
} as const;

const UNKNOWN = 255;
const basicPlane = new Uint8Array(0x10000).fill(UNKNOWN);

/** Class of a code point; a lone surrogate is a separator. The table of the basic plane fills as text is met. */
export function classOf(codePoint: number): number {
  if (codePoint > 0xffff) return classify(codePoint);
  const known = basicPlane[codePoint]!;
  if (known !== UNKNOWN) return known;
  const found = classify(codePoint);
  basicPlane[codePoint] = found;
  return found;
}

function classify(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return CharacterClass.separator;
  const character = String.fromCodePoint(codePoint);
  if (/\p{Script=Han}/u.test(character)) return CharacterClass.han;
  if (/\p{Script=Hiragana}/u.test(character)) return CharacterClass.hiragana;
  // The prolonged sound mark belongs to katakana words, whatever its script property says.
  if (/[\p{Script=Katakana}\u30fc\uff70]/u.test(character)) return CharacterClass.katakana;
  if (/\p{Script=Hangul}/u.test(character)) return CharacterClass.hangul;
  if (/\p{Lu}|\p{Lt}/u.test(character)) return CharacterClass.upper;
  if (/\p{Ll}/u.test(character)) return CharacterClass.lower;
  if (/\p{N}/u.test(character)) return CharacterClass.digit;
  if (/\p{L}/u.test(character)) return CharacterClass.letter;
  if (/\p{M}/u.test(character)) return CharacterClass.mark;
  return CharacterClass.separator;
}
