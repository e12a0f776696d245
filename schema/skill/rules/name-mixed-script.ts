import { codePointName, excerpt } from '../../text.js';
import type { Rule } from '../rule.js';

/** Scripts whose letters look like Latin ones. */
const ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u;

export const nameMixedScript: Rule = {
  code: 'name-mixed-script',
  severity: 'error',
  tags: ['security'],
  wording: (a) =>
    `The name "${a.name}" mixes Latin letters with ${a.character}, which only looks like one: it can pass for another skill. Write it in one script.`,
  page: {
    why: 'A name with a Cyrillic or Greek letter in place of a Latin one looks the same as the real skill and is another. No language writes a word like that.',
    wrong: 'name: g\u0456t-commit',
    right: 'name: git-commit',
    language: 'yaml',
    source: 'https://www.unicode.org/reports/tr39/',
  },
  *check({ document, at }) {
    const { name } = document.frontmatter;
    if (typeof name !== 'string' || !/\p{Script=Latin}/u.test(name)) return;
    // Words of two languages may stand side by side in one name.
    for (const word of name.split(/[^\p{L}\p{M}]+/u)) {
      const [character] = ALIKE.exec(word) ?? [];
      if (character === undefined || !/\p{Script=Latin}/u.test(word)) continue;
      yield { at: at('name'), args: { name: excerpt(name), character: codePointName(character) } };
      return;
    }
  },
};
