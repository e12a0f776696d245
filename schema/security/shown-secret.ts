/** Words that stand in place of a secret, or next to one that is made up. */
const MADE_UP =
  /example|sample|dummy|fake|placeholder|redacted|changeme|change-me|your[-_ ]?|xxx|\.\.\.|…|\*\*\*|<[\w -]+>|\btest\b|password\d*@|\/\/(\w+):\1@|exposed|:password\b|eyJzdWIiOiIxMjM0NTY3ODkw|user:pass|:secret@|:pass@|postgres:postgres|root:root|localhost|127\.0\.0\.1|\$\{?\w/iu;

/**
 * True where what looks like a secret is most likely made up to show its form: the line says so, or it is of few
 * different characters, or counts up.
 */
export function isShownSecret(text: string, start: number, end: number): boolean {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const behind = text.indexOf('\n', end);
  const line = text.slice(
    Math.max(from, start - 200),
    Math.min(behind < 0 ? text.length : behind, end + 100),
  );
  const secret = text.slice(start, end);
  return MADE_UP.test(line) || isRegular(secret);
}

function isRegular(secret: string): boolean {
  const letters = secret.toLowerCase().replace(/[^a-z0-9]/gu, '');
  return new Set(letters).size < 8 || /(?:0123456|1234567|abcdef|qwerty)/u.test(letters);
}
