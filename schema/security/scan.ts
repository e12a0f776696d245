import { type Finding, type FindingKind, finding } from '../diagnostic.js';
import { decodeUtf8, positionIndex, toLf } from '../text.js';
import { executableKinds, fileBinary, judgeExecutable, type ModedFile } from './executables.js';
import { hiddenCharacters } from './hidden-characters.js';
import { spotter } from './needles.js';
import { securityRules } from './rules/index.js';
import { scannedText } from './scanned-text.js';
import { spansAround } from './spans.js';

/** Larger files are not read: what an agent would load is far smaller. */
export const LARGEST_SCANNED = 1 << 20;
/** Findings of one rule in one file. */
const MOST_HITS = 50;

/** Kinds of the findings that scans make, but for `hidden-text`. */
export const securityKinds: readonly FindingKind[] = [...securityRules, ...executableKinds];

const spot = spotter(securityRules);

/** What turns the order of letters round; nothing but words of a few scripts needs it, and these use other signs. */
const DIRECTIONS = /U\+202[A-E]|U\+206[6-9]/u;
/** A shorter word may have come along with a copy. */
const LEAST_SPELT = 16;

/** Judges one file of a skill: what it is, and where it is text, what it says. Findings are not sorted. */
export function scanFile(file: ModedFile): Finding[] {
  const found = judgeExecutable(file);
  const isProgram = found.some(({ code }) => code === fileBinary.code);
  if (isProgram || file.bytes.length > LARGEST_SCANNED) return found;
  const { text, problem } = decodeUtf8(file.bytes);
  return problem === undefined ? [...found, ...scanText(file.path, toLf(text))] : found;
}

/** Judges a text with LF line ends by all security rules. Takes time linear in its length. */
export function scanText(path: string, text: string): Finding[] {
  const findings = hiddenCharacters(path, text).map(graver);
  const small = text.toLowerCase();
  const places = spot(small);
  let place: ReturnType<typeof positionIndex> | undefined;
  for (const rule of securityRules) {
    const near = places.get(rule);
    if (rule.needles !== undefined && near === undefined) continue;
    // Where lower case has another length, places in it are none of the text.
    const isPlaced = near !== undefined && small.length === text.length;
    const spans = isPlaced ? spansAround(small, near) : [{ start: 0, end: text.length }];
    let hits = 0;
    for (const { offset, args, severity } of rule.scan(scannedText(path, text, spans))) {
      place ??= positionIndex(text);
      findings.push(finding(rule, path, place(offset), args, { severity }));
      if (++hits === MOST_HITS) break;
    }
  }
  return findings;
}

/** An error where hidden characters say something, or make a line read otherwise than it is. */
function graver(one: Finding): Finding {
  const { characters, decoded } = one.args;
  const says = typeof decoded === 'string' && decoded.length >= LEAST_SPELT;
  return says || DIRECTIONS.test(String(characters)) ? { ...one, severity: 'error' } : one;
}
