import { excerpt } from '../../text.js';
import type { Rule } from '../rule.js';

export const linkCase: Rule = {
  code: 'link-case',
  severity: 'warning',
  tags: ['links'],
  wording: (a) =>
    `The link's target ${a.target} is there as ${a.actual}: it works only where upper and lower case are the same (Windows, macOS). Write it as the file is called.`,
  page: {
    why: 'On Linux, where CI and most servers run, such a link leads nowhere.',
    wrong: 'See [the guide](references/Guide.md).',
    right: 'See [the guide](references/guide.md).',
    source: 'https://github.com/spboyer/waza/issues/406',
  },
  *check({ links, files }) {
    for (const { url, target, local, line, column } of links()) {
      if (local || target === null || files?.kindOf(target) !== undefined) continue;
      const actual = files?.likeOf?.(target);
      if (actual?.toLowerCase() !== target.toLowerCase()) continue;
      yield { at: { line, column }, args: { target: excerpt(url.split('#')[0]!), actual } };
    }
  },
};
