import { codePointName, nfc } from '../text.js';

/** What is wrong with the spelling of a name: the first thing, and a name that would do where that is plain. */
export interface NameFault {
  readonly problem: 'upper-case' | 'character' | 'leading-hyphen' | 'trailing-hyphen' | 'double-hyphen';
  /** The character, as `U+00E8`, where one is wrong. */
  readonly character: string;
  /** Its place in the name, from 1, in code points. */
  readonly index: number;
  readonly fix?: string;
}

/** Letters and digits as Python's `str.isalnum` sees them, which the reference validator uses. */
const UNICODE = /^[\p{L}\p{N}-]$/u;
const ASCII = /^[a-z0-9-]$/iu;

/** Judges a trimmed name: lower-case letters, digits and single hyphens inside. `ascii` allows a to z only. */
export function nameFault(name: string, ascii: boolean): NameFault | null {
  const characters = [...name];
  const allowed = ascii ? ASCII : UNICODE;
  const at = characters.findIndex((one) => !allowed.test(one));
  if (at >= 0) return fault('character', characters, at, name);
  const upper = characters.findIndex((one) => one !== one.toLowerCase());
  if (upper >= 0) return fault('upper-case', characters, upper, name);
  if (characters[0] === '-') return fault('leading-hyphen', characters, 0, name);
  if (characters.at(-1) === '-') return fault('trailing-hyphen', characters, characters.length - 1, name);
  const double = name.indexOf('--');
  return double < 0 ? null : fault('double-hyphen', characters, [...name.slice(0, double)].length, name);
}

function fault(
  problem: NameFault['problem'],
  characters: readonly string[],
  at: number,
  name: string,
): NameFault {
  const found = { problem, character: codePointName(characters[at]!), index: at + 1 };
  const fix = plainName(name);
  return fix === undefined ? found : { ...found, fix };
}

/** The name with case, blanks, underscores and hyphens set right, or nothing where a letter would have to go. */
function plainName(name: string): string | undefined {
  const fix = nfc(name)
    .toLowerCase()
    .replace(/[\s_./:]+/gu, '-')
    .replace(/-{2,}/gu, '-')
    .replace(/^-|-$/gu, '');
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(fix) ? fix : undefined;
}
