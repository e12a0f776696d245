import type { Rule } from '../rule.js';

export const linkOutsideSkill: Rule = {
  code: 'link-outside-skill',
  severity: 'info',
  optional: true,
  tags: ['links'],
  wording: (a) =>
    `The link leads to ${a.target}, outside the skill's folder: it breaks where the skill is installed alone.`,
  page: {
    why: 'A skill that is installed alone brings its own folder and nothing else.',
    wrong: 'Read [the tips](../shared/tips.md).',
    right: 'Read [the tips](references/tips.md).',
  },
  *check({ links, files, path }) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    for (const { target, line, column } of links()) {
      if (target === null || target.startsWith(folder) || files?.kindOf(target) === undefined) continue;
      yield { at: { line, column }, args: { target } };
    }
  },
};
