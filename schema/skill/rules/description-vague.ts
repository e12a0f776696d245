import { analyse } from '../../analyzer/analyse.js';
import { codePointLength } from '../../text.js';
import type { Rule } from '../rule.js';

const LONGEST_EMPTY = 60;
/** Words that could stand in any description. */
const EMPTY =
  /^(?:an?\s+)?(?:useful\s+|helpful\s+|handy\s+|simple\s+|great\s+)?(?:skill|tool|helper|utility|assistant)(?:\s+(?:that|which|to|for))?(?:\s+(?:help(?:s|ing)?|assist(?:s|ing)?|work(?:s|ing)?|deal(?:s|ing)?))?\b|^(?:helps?|assists?)\s+(?:you\s+|users?\s+)?with\b/iu;
const VAGUE =
  /\b(?:things?|stuff|tasks?|various|many|everything|anything|something|files?|data|documents?|code|work)\b/iu;
const FILLERS = new Set(['skill', 'tool', 'helper']);
const FIRST_PERSON = /^(?:I|I'm|I’m|I am|I can|I will|I'll|We|We can|My)\b(?![./-])/u;

/** What is said, by reason. */
const WORDS: Readonly<Record<string, string>> = {
  short: 'The description is a single word',
  name: 'The description says no more than the name',
  empty: 'The description could stand over many skills',
  person: 'The description speaks in the first person, while listings speak of the skill',
};

export const descriptionVague: Rule = {
  code: 'description-vague',
  severity: 'info',
  tags: ['style'],
  wording: (a) =>
    `${WORDS[String(a.reason)]}. Say what the skill does, with which things, and when to use it.`,
  page: {
    why: 'A model chooses among skills by their descriptions alone, and searches go by them first. One that names no task, thing or occasion is passed over, or chosen where another would fit.',
    wrong: 'description: Helps with documents',
    right:
      'description: Extracts text and tables from PDF files, and fills forms. Use when a PDF is to be read or filled in.',
    language: 'yaml',
    source: 'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices',
  },
  *check({ document, at }) {
    const { name, description } = document.frontmatter;
    if (typeof description !== 'string') return;
    const text = description.trim();
    const reason = reasonOf(text, typeof name === 'string' ? name : '');
    if (reason !== null) yield { at: at('description'), args: { reason } };
  },
};

function reasonOf(text: string, name: string): string | null {
  if (text === '') return null;
  if (FIRST_PERSON.test(text)) return 'person';
  const length = codePointLength(text);
  if (length > LONGEST_EMPTY) return null;
  if (saysOnly(text, name)) return 'name';
  if (EMPTY.test(text) && VAGUE.test(text)) return 'empty';
  return /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? null : 'short';
}

/** True where every content word of the description is one of the name. */
function saysOnly(text: string, name: string): boolean {
  const own = new Set(analyse(name));
  const words = analyse(text);
  return words.length > 1 && words.every((word) => own.has(word) || FILLERS.has(word));
}
