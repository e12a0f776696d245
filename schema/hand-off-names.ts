import { type Span, spaced } from './hand-off-segments.js';

/** Skills that a text sends its reader to; the span reaches from the verb or arrow to behind the last name. */
export interface Referral extends Span {
  readonly names: readonly string[];
  readonly isArrow: boolean;
}

const WORD = 'a-z0-9';
/** kebab-case, or a plugin's name and a skill's: `docs:pdf`. */
const KEBAB = `(?:[a-z][${WORD}-]+:[a-z][${WORD}-]+|[/$]?(?:[${WORD}-]+/)*[${WORD}]+(?:-[${WORD}]+)+)`;
/** In code, quotes or double brackets: `name`, "name", 'name', [[name]]; a plugin's name may stand before it. */
const MARKED = [
  `\`[/$@]?[${WORD}][\\w:/-]*\``,
  `\\[\\[[${WORD}][\\w:/-]*\\]\\]`,
  `"[${WORD}][\\w:/-]*"`,
  `'[${WORD}][\\w:/-]*'`,
].join('|');
const NAME = `(?:${MARKED}|${KEBAB})`;
/** One plain word is a name only behind 'see', and where nothing goes on behind it: 'see emails.' */
const PLAIN = `(?!(?:above|below|docs|here|references?)\\b)[a-z][${WORD}]{2,}(?=[,.;)]|$| skill\\b)`;
const NEXT = '(?:,? (?:or|and) |, |/| / |、|或|和)(?:the )?';
const VERB =
  'use|see|try|prefer|invoke|load|switch to|go to|belongs? to|routes? to|hands? off to|defers? to|that is';
const CHINESE_VERB = '(?:请改?用|请使用|请参[考见阅]|请查看|改用|参见|应使用)(?:配套技能|技能)?';
const END = `(?![\\w-]|[.:/][${WORD}])`;
const list = (name: string): string => `${name}(?:${NEXT}${name})*`;

const REFERRALS = [
  `\\b(?:${VERB}):? (?:the )?(?:skill )?(${list(NAME)})${END}`,
  `${CHINESE_VERB}\\s*(${list(NAME)})(?![\\w-])`,
  `(?:->|→|⇒|=>) ?(?:the |use )?(${list(NAME)})${END}`,
  `\\bsee (?:also )?(${list(PLAIN)})`,
  `\\b(?:use|see) (?:the )?(?!(?:this|relevant|matching|appropriate|specific|right|other)\\b)([a-z][${WORD}]+)(?= (?:skill|instead)\\b)`,
].map((source) => new RegExp(spaced(source), 'gi'));
/** 'the pdf-forms skill', '(transitgateway skill)'. */
const NAMED_SKILL = new RegExp(spaced(`(${list(NAME)}|(?<=\\()[${WORD}]{3,}) skills?\\b`), 'gi');
const EACH = new RegExp(`${NAME}|[${WORD}]{3,}`, 'gi');
const JOINING: ReadonlySet<string> = new Set(['and', 'or', 'the']);

/** Finds 'use y', 'see y', '-> y' and their like, in the order of the text. Names come without their marks. */
export function findReferrals(text: string): Referral[] {
  const found = REFERRALS.flatMap((pattern) => [...text.matchAll(pattern)]).map((match) => ({
    names: namesIn(match[1]!),
    start: match.index,
    end: match.index + match[0].length,
    isArrow: /^[-=→⇒]/.test(match[0]),
  }));
  return found
    .filter(({ names }) => names.length > 0)
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((one, i, all) => i === 0 || one.start >= all[i - 1]!.end);
}

/** All names that a clause sends its reader to, each once. */
export function namesOf(clause: string): string[] {
  const named = [...clause.matchAll(NAMED_SKILL)].flatMap((match) => namesIn(match[1]!));
  return [...new Set([...findReferrals(clause).flatMap(({ names }) => names), ...named])];
}

function namesIn(list: string): string[] {
  return [...list.matchAll(EACH)]
    .map(([name]) => name.replace(/^[`"'[/$@]+|[`"'\]]+$/g, ''))
    .filter((name) => /^[^A-Z]+$/.test(name) && !JOINING.has(name));
}
