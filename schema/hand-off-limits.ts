import { type Span, spaced } from './hand-off-segments.js';

const SCOPE = '(?:for|when|if|to|in|on|as|unless|during|outside|with)\\b';
const VERB = '(?:use|used|trigger|invoke|invoked|activate|apply|fire|load|select)';
const LIMITS = [
  '(?:is )?not (?:intended |meant |suitable |suited |appropriate |applicable |designed |to be used |a tool )?for\\b',
  'not (?:to use|when|applicable to|triggered by)\\b',
  `(?:do not|don't|does not|doesn't|should not be|must not be|is not|never) ${VERB}(?: this skill| this| it)? ?(?:${SCOPE}|:)`,
  "(?:does not|doesn't) (?:cover|apply|handle)\\b",
  'skip (?:this )?(?:for|when|if|unless)\\b',
  'out of scope\\b',
  '(?:refuse and )?route elsewhere\\b',
  '(?:也|但|且|同时|该技能|此技能|该功能|此功能)?(?:不适[用合]于|不用于|不要用于|(?:请)?勿(?:将其)?用于|不要在)',
  '不(?:触发|适用)(?:时机|条件|场景)?\\**\\s*[：:]',
];
/** Only where a part of a sentence begins: 'is not for' and 'whether or not to use' say something else. */
const BEGINS = '(?:^|[-—–(（:,.，。；;\\])]\\s*|\\b(?:and|but|that|it|skill) )(?:\\*\\*)?';
const LIMIT = new RegExp(`(${BEGINS})(?:${spaced(LIMITS.join('|'))})`, 'gi');

/** Finds where a sentence begins to say what a skill is not for: 'Not for X', 'Do NOT use for X', 'Does not cover X'. */
export function findLimit(sentence: string): Span | null {
  const match = [...sentence.matchAll(LIMIT)].find(({ index }) => !isQuoted(sentence, index));
  if (match === undefined) return null;
  const lead = match[1]!.replace(/^[^a-z*]*\s*/i, '');
  const start = match.index + match[1]!.length - (/^(?:that|it|skill) $/i.test(lead) ? 0 : lead.length);
  return { start, end: match.index + match[0].length };
}

/** What users say stands in quotes: "this is not for me". */
function isQuoted(sentence: string, at: number): boolean {
  const before = sentence.slice(0, at + 1);
  return (before.match(/["“”]/g) ?? []).length % 2 === 1;
}
