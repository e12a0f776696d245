const LONGEST_NAME = 255;
const LONGEST_PATH = 4096;

/** Code points that macOS leaves out when it compares names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
/** Short names that Windows may give to `.git`, `.gitmodules` and `.gitattributes`. */
const SHORT_NAMES = /^(?:git|gitmod|gitatt|gi7eba|gi7d29)~\d+$/;
const GITS_OWN = /^\.git(?:modules|attributes)?$/;

/** Why git or a file system must not get this path for a new file; null where nothing is wrong with it. */
export function unsafePath(path: string): string | null {
  if (!path.isWellFormed()) return 'is not well-formed Unicode';
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path)) return 'has control characters';
  if (path.includes('\\')) return 'has a backslash';
  if (Buffer.byteLength(path) > LONGEST_PATH) return `is longer than ${LONGEST_PATH} bytes`;
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') return 'has an empty, "." or ".." name in it';
    if (Buffer.byteLength(name) > LONGEST_NAME) return `has a name longer than ${LONGEST_NAME} bytes`;
    if (isGitsOwn(name)) return 'has a name in it that git keeps for itself';
  }
  return null;
}

/** As macOS and Windows see the name: without what they leave out, up to a stream's colon, no dots or blanks behind. */
function isGitsOwn(name: string): boolean {
  const seen = name
    .replace(IGNORED, '')
    .toLowerCase()
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '');
  return GITS_OWN.test(seen) || SHORT_NAMES.test(seen);
}
