import { type Finding, type FindingArgs, type FindingKind, finding, type Severity } from '../diagnostic.js';
import { positionIndex } from '../text.js';
import { executableKinds, fileBinary, judgeExecutable, type ModedFile, TOP } from './executables.js';
import { hiddenCharacters } from './hidden-characters.js';
import { spotter } from './needles.js';
import type { SecurityRule, TextHit } from './rule.js';
import { securityRules } from './rules/index.js';
import { fileNotScanned, LARGEST_SCANNED, scannedPart } from './scanned-part.js';
import { scannedText } from './scanned-text.js';
import { spansAround } from './spans.js';

/** Places of one rule in one file that are told one by one; of the others the gravest is, with their number. */
const MOST_HITS = 50;
/** Others that are counted: each takes time. */
const MOST_COUNTED = 1000;
const GRAVITY: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Kinds of the findings that scans make, but for `hidden-text`. */
export const securityKinds: readonly FindingKind[] = [
  ...securityRules.map((rule) => ({
    ...rule,
    wording: (args: FindingArgs) => rule.wording(args) + moreOf(args),
  })),
  ...executableKinds,
  fileNotScanned,
];

const spot = spotter(securityRules);

/** What turns the order of letters round; nothing but words of a few scripts needs it, and these use other signs. */
const DIRECTIONS = /U\+202[A-E]|U\+206[6-9]/u;
/** A shorter word may have come along with a copy. */
const LEAST_SPELT = 16;

/** Judges one file of a skill: what it is, and where it is text, what its start says. Findings are not sorted. */
export function scanFile(file: ModedFile): Finding[] {
  const found = judgeExecutable(file);
  if (found.some(({ code }) => code === fileBinary.code)) return found;
  const part = scannedPart(file.bytes);
  if (part === undefined) return found;
  if (!part.isWhole) {
    const args = { bytes: file.bytes.length, limit: LARGEST_SCANNED };
    found.push(finding(fileNotScanned, file.path, TOP, args));
  }
  return [...found, ...scanText(file.path, part.text)];
}

/** Judges a text with LF line ends by all security rules. Takes time linear in its length. */
export function scanText(path: string, text: string): Finding[] {
  const findings = hiddenCharacters(path, text).map(graver);
  // A shell reads the lines as one; as many blanks, so that places stay the same.
  const joined = text.replaceAll('\\\n', '  ');
  const small = joined.toLowerCase();
  const places = spot(small);
  let place: ReturnType<typeof positionIndex> | undefined;
  for (const rule of securityRules) {
    const near = places.get(rule);
    if (rule.needles !== undefined && near === undefined) continue;
    // Where lower case has another length, places in it are none of the text.
    const isPlaced = near !== undefined && small.length === joined.length;
    const spans = isPlaced ? spansAround(small, near) : [{ start: 0, end: joined.length }];
    const hits = rule.scan(scannedText(path, joined, text, spans));
    for (const { offset, args, severity } of fewHits(rule, hits)) {
      place ??= positionIndex(text);
      findings.push(finding(rule, path, place(offset), args, { severity }));
    }
  }
  return findings;
}

/** The first places, and the gravest of the others with how many more there are. */
function fewHits(rule: SecurityRule, hits: Iterable<TextHit>): TextHit[] {
  const few: TextHit[] = [];
  const gravity = ({ severity }: TextHit): number => GRAVITY[severity ?? rule.severity];
  let last: TextHit | undefined;
  // Besides the last one.
  let more = -1;
  for (const hit of hits) {
    if (few.length < MOST_HITS) {
      few.push(hit);
      continue;
    }
    if (last === undefined || gravity(hit) > gravity(last)) last = hit;
    if (++more === MOST_COUNTED) break;
  }
  if (last === undefined) return few;
  if (more === 0) return [...few, last];
  // Where the count stopped, nobody knows how grave the rest is.
  const isAtLeastWarning = more === MOST_COUNTED && gravity(last) < GRAVITY.warning;
  return [
    ...few,
    { ...last, args: { ...last.args, more }, ...(isAtLeastWarning ? { severity: 'warning' } : {}) },
  ];
}

function moreOf({ more }: FindingArgs): string {
  if (typeof more !== 'number') return '';
  return ` This file holds ${more < MOST_COUNTED ? more : `at least ${more}`} more of this kind.`;
}

/** An error where hidden characters say something, or make a line read otherwise than it is. */
function graver(one: Finding): Finding {
  const { characters, decoded } = one.args;
  const says = typeof decoded === 'string' && decoded.length >= LEAST_SPELT;
  return says || DIRECTIONS.test(String(characters)) ? { ...one, severity: 'error' } : one;
}
