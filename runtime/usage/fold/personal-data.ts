import { isIP } from 'node:net';
import { plainLine } from '../../../schema/hidden-text.js';
import { nfc } from '../../../schema/text.js';
import { redactor } from '../../propose/sinks/redact.js';

/** UTF-16 code units that are looked at; what lies behind them is cut away. */
const LONGEST = 2000;
/** What one pass puts together, the next one finds. */
const MOST_PASSES = 10;

/** What tells of a person, a machine or an account, and what stands in its place. */
interface Rule {
  readonly pattern: RegExp;
  readonly mark: string;
  /** A match that is kept all the same. */
  readonly keeps?: (match: string) => boolean;
}

const NO_BLANK = String.raw`[^\s"'<>|]`;
/** Addresses that every machine has. */
const COMMON_ADDRESS = /^(?:127\.|0\.0\.0\.0$|255\.255\.255\.255$|::1?$)/;

const RULES: readonly Rule[] = [
  {
    mark: '<email>',
    pattern: /[\p{L}\p{N}._%+-]+(?:[@＠]|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu,
  },
  { mark: '<secret>', pattern: namedSecrets() },
  {
    mark: '<secret>',
    pattern: /(?<=\b(?:bearer|basic)\s+)[\w.~+/=-]{8,}|(?<=\bpwd\s+)(?=\S*\d)[^\s<>]{6,}/giu,
  },
  // By their shape alone: a rule that measures how random they are passes over some.
  {
    mark: '<secret>',
    pattern:
      /\b(?:(?:AKIA|ASIA)[A-Z\d]{16}|sk-(?:[A-Za-z\d]{20,}|(?=[\w-]*\d)[\w-]{16,})|[sr]k_(?:live|test)_\w{10,}|gh[oprsu]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,})/g,
  },
  // With blanks in names, as far as a backslash follows.
  { mark: '<path>', pattern: windowsHomes() },
  {
    mark: '<path>',
    pattern: new RegExp(String.raw`(?:file:/{2,3})?/(?:home|Users|root)/(?:\\ |${NO_BLANK})+`, 'g'),
  },
  {
    mark: '<path>',
    pattern: new RegExp(
      String.raw`(?<![\w~])(?:~[\w.-]*|\$\{?HOME\}?|%(?:USERPROFILE|HOMEPATH)%)[\\/](?:\\ |${NO_BLANK})+`,
      'gi',
    ),
  },
  {
    mark: '<id>',
    pattern: /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b|\b[\da-f]{2}(?:[:-][\da-f]{2}){5}\b/gi,
  },
  { mark: '<id>', pattern: /(?<!\w)(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{12,}(?!\w)/gi },
  {
    mark: '<token>',
    pattern: /(?<![\w-])(?=[\w-]*\d[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{20,}(?![\w-])=*/g,
  },
  { mark: '<ip>', pattern: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)/g, keeps: isNoAddress },
  {
    mark: '<ip>',
    pattern: /(?<![\w:.])(?=[\da-f:]*\d)[\da-f]{0,4}(?::[\da-f]{0,4}){2,8}(?:\.\d+){0,3}(?![\w:])/gi,
    keeps: isNoAddress,
  },
  {
    mark: '<number>',
    pattern:
      /(?:\+\p{Nd}{1,3}[ .\-/]{0,2}|\+)?\(?\p{Nd}{2,4}\)?(?:[ .\-/]{1,2}\(?\p{Nd}{2,}\)?){2,}|\+\p{Nd}{1,3}[ .\-/]?\p{Nd}{6,}/gu,
    keeps: (match) => (match.match(/\p{Nd}/gu) ?? []).length < 9,
  },
  { mark: '<number>', pattern: /(?<!0x\p{Nd}*)\p{Nd}{7,}/giu },
];

/**
 * A text on one line without what tells of a person, a machine or an account: e-mail addresses, passwords that are
 * named as such, paths below home folders, IP addresses, long numbers, ids. A name alone cannot be told from a word.
 * Doing it again changes nothing.
 */
export function withoutPersonalData(text: string): string {
  let line = text.slice(0, LONGEST);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const next = nfc(RULES.reduce(withoutMatches, plainLine(redact(line)).replace(/\s+/gu, ' ')));
    if (next === line) break;
    line = next;
  }
  return line;
}

function withoutMatches(text: string, { pattern, mark, keeps }: Rule): string {
  return text.replace(pattern, (match) => (keeps?.(match) ? match : mark));
}

/** Credentials in addresses. */
const redact = redactor([]);

/** What stands behind the name of a secret: `DB_PASSWORD=x`, `"apiKey": "x"`, `?sig=x`, `--password x`, `the token is x`. */
function namedSecrets(): RegExp {
  const names = String.raw`(?:(?<!\p{L})(?:pass|sig)|password|passwd|passphrase|pwd|secret|token|signature|(?:api|access|secret|private)[_ -]?key)`;
  const value = String.raw`(?:<secret>(?=[)\]},;]*(?:\s|$))|"[^"]*"|'[^']*'|\S+)`;
  const joined = String.raw`(?<=${names}["']?(?:\s*[:=]\s*|\s+is\s+))${value}`;
  const flag = String.raw`(?<=(?<!\S)--?(?:[\w-]*[-_])?${names}\s+)(?!-)${value}`;
  return new RegExp(`${joined}|${flag}`, 'giu');
}

function windowsHomes(): RegExp {
  const start = String.raw`(?:\b[a-z]:|\\\\[\w.-]+|/(?:mnt/)?[a-z])[\\/]+(?:Users|Documents and Settings)[\\/]+`;
  return new RegExp(`${start}(?:[^"'<>|]*\\\\)?${NO_BLANK}*`, 'gi');
}

function isNoAddress(match: string): boolean {
  return isIP(match) === 0 || COMMON_ADDRESS.test(match);
}
