import { excerpt } from '../../text.js';
import type { Rule } from '../rule.js';

export const linkMissing: Rule = {
  code: 'link-missing',
  severity: 'warning',
  tags: ['links'],
  wording: (a) =>
    a.like === undefined
      ? `The link's target ${a.target} does not exist. Mend the path, or add the file.`
      : `The link's target ${a.target} does not exist; ${a.like} does. Mend the path.`,
  page: {
    why: 'An agent that follows the link finds nothing, and goes on without what it should have read.',
    wrong: 'Read [the guide](references/giude.md).',
    right: 'Read [the guide](references/guide.md).',
  },
  *check({ links, files }) {
    if (!files) return;
    for (const { url, target, local, line, column } of links()) {
      if (local || target === null || files.kindOf(target) !== undefined) continue;
      const like = files.likeOf?.(target);
      // `link-case` tells of it.
      if (like?.toLowerCase() === target.toLowerCase()) continue;
      const args = {
        target: excerpt(url.split('#')[0]!),
        path: target,
        ...(like === undefined ? {} : { like }),
      };
      yield { at: { line, column }, args };
    }
  },
};
