import { STYLE_CODES } from './style.js';

const OWN_STYLE = `\\x1b\\[(?:0|${Object.values(STYLE_CODES).join('|')})m`;

/** OSC, DCS, SOS, PM and APC strings with their end; CSI sequences; any other escape with the character behind it. */
const SEQUENCE = [
  '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x80-\\x9f]*(?:\\x07|\\x1b\\\\|\\x9c)',
  '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]',
  '\\x1b[ -/]*[0-~]',
].join('|');

/** What is left of C0 (but newline and tab), DEL and C1; controls of writing direction. */
const CONTROL = '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]';

const UNSAFE = new RegExp(`${SEQUENCE}|${CONTROL}`, 'g');
const UNSAFE_BUT_STYLE = new RegExp(`(${OWN_STYLE})|${SEQUENCE}|${CONTROL}`, 'g');

/**
 * Text that a terminal only shows: no escape sequences, control characters (newline and tab stay, CRLF becomes a
 * newline) or direction overrides, and U+FFFD for lone surrogates. With `keepStyle` the few sequences of our own
 * `Style` stay.
 */
export function terminalText(text: string, keepStyle = false): string {
  const plain = text.replace(/\r\n/g, '\n').replace(/\p{Surrogate}/gu, '\ufffd');
  if (!keepStyle) return plain.replace(UNSAFE, '');
  return plain.replace(UNSAFE_BUT_STYLE, (_, own: string | undefined) => own ?? '');
}

/** The same on one line: runs of white space become one blank. */
export function terminalLine(text: string): string {
  return terminalText(text).replace(/\s+/g, ' ').trim();
}

/** JSON on several lines, with a newline behind it and every control character escaped, so that it is safe to show. */
export function terminalJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  const safe = text.replace(/[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `${safe}\n`;
}
