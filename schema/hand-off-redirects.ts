import { findReferrals, type Referral } from './hand-off-names.js';
import { bracketAround, type Span } from './hand-off-segments.js';

/** A sentence that sends elsewhere begins with what it is about: 'For X, use y.' */
const ABOUT = /^[\s"'*(（-]*(?:for\b|如需|如果|若|对于|关于|需要)/i;
const CONDITION = /^[\s"'*(（-]*(?:for|if|when|to)\b/i;
const INSTEAD = /^[`"'\]*]* ?(?:skill )?(?:instead\b(?! of)|for (?:that|this|those|these)\b)/i;
/** 'Use the batch API instead.' */
const USE_INSTEAD = /^(?:please )?(?:use|try|prefer|see) [^.;]{1,120} instead\b(?! of)/i;
/** What may follow a name so that it is the skill that is meant: 'use real-time data' is none. */
const ENDS =
  /^[`"'\]*]*\s?(?:skills?\b|instead\b|工具|技能|$|[.,;:)）!。，；]|[—–]|- |\(|or |and |for |to |when |if |with )/i;
/** 'See y for X' at the beginning, 'use y for X' behind a semicolon: a capital 'Use y' is about the skill itself. */
const STARTS_WITH_VERB = /^(?:[Ss]ee|use) /;
/** 'New projects: use y.' */
const LABEL = /^(?!.*\b(?:triggers?|keywords?|phrases?)\b)[^:]{3,80}: $/i;
const DASH_FOR = / (?:-|—|–|—) (?=for [^—–]+$)/;
const BRACKET =
  /^[(（]\s*(?:or )?(?:for [^()]*?,? ?)?(?:use|see|try|prefer|请改?用|请使用|参见|->|→|[a-z]+→)/i;

/**
 * Parts of a sentence that name another skill for something else: the whole of 'For X, use y', the last part of
 * 'X, use y instead', a bracket '(see y)', each part of 'X -> y, Z -> w'.
 *
 * @param follows true where what stands before the sentence is a clause itself: 'Not for X. Use y.'
 */
export function findRedirects(sentence: string, self: string, follows: boolean): Span[] {
  if (follows && USE_INSTEAD.test(sentence)) return [{ start: 0, end: sentence.length }];
  const referrals = findReferrals(sentence).filter(
    ({ names, end }) => names.some((name) => name !== self) && ENDS.test(sentence.slice(end)),
  );
  const open = referrals.filter(({ start }) => bracketAround(sentence, start) === null);
  if (open.some((one) => isAboutOthers(sentence, one, follows))) {
    return [{ start: 0, end: endOfRedirect(sentence, open.at(-1)!) }];
  }
  return referrals.flatMap((one) => partOf(sentence, one) ?? []);
}

function isAboutOthers(sentence: string, referral: Referral, follows: boolean): boolean {
  const before = sentence.slice(0, referral.start);
  const rest = sentence.slice(referral.end);
  if (ABOUT.test(sentence)) return true;
  if (LABEL.test(before)) return /^[`"'\]*.;)\s]*$/.test(rest);
  if (INSTEAD.test(rest) && (CONDITION.test(sentence) || before.trim() === '')) return true;
  if (before.trim() !== '') return false;
  return follows || STARTS_WITH_VERB.test(sentence);
}

/** To the end of the sentence; what stands behind a dash after the name is about the skill itself again. */
function endOfRedirect(sentence: string, last: Referral): number {
  const dash = /^.{0,12}? (?:[—–]|-) /s.exec(sentence.slice(last.end));
  return dash === null ? sentence.length : last.end + dash[0].length;
}

function partOf(sentence: string, referral: Referral): Span | null {
  const bracket = bracketAround(sentence, referral.start);
  if (bracket !== null) return BRACKET.test(sentence.slice(bracket.start, bracket.end)) ? bracket : null;
  const rest = sentence.slice(referral.end);
  const start = startOfPart(sentence, referral.start);
  if (INSTEAD.test(rest) || /[\u3400-\u9fff]/.test(sentence[referral.start]!)) {
    return { start, end: endOfPart(sentence, referral.end) };
  }
  if (/^hands? off to/i.test(sentence.slice(referral.start))) {
    return { start: referral.start, end: endOfPart(sentence, referral.end) };
  }
  const dash = DASH_FOR.exec(sentence.slice(0, referral.start));
  if (dash !== null) return { start: dash.index, end: sentence.length };
  const about = sentence.slice(start, referral.start);
  const isPair =
    referral.isArrow && /[\p{L}\p{N}]/u.test(about) && /^[\s.,;)。，；]*$/.test(rest.slice(0, 1));
  // `build → plan-it → ship` is a course of steps.
  const isStep =
    /->|→|⇒|=>/.test(about) ||
    /(?:^|[\s`"'*])[a-z][a-z0-9]*-[a-z0-9-]+[`"'*]*\s*$/.test(about) ||
    /^\s*(?:->|→)/.test(rest);
  return isPair && !isStep ? { start, end: endOfPart(sentence, referral.end) } : null;
}

/** Behind the last comma, colon or dash outside of brackets. */
function startOfPart(sentence: string, at: number): number {
  for (let i = at - 1; i > 0; i -= 1) {
    const isBreak = /[,，:：—–]/.test(sentence[i]!) || sentence.slice(i, i + 3) === ' - ';
    if (isBreak && bracketAround(sentence, i) === null) return i + 1;
  }
  return 0;
}

function endOfPart(sentence: string, at: number): number {
  const next = /[,，—–]/.exec(sentence.slice(at));
  return next === null ? sentence.length : at + next.index;
}
