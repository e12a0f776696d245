import { excerpt } from '../../text.js';
import type { Rule } from '../rule.js';

export const linkMissing: Rule = {
  code: 'link-missing',
  severity: 'warning',
  wording: (a) => `The link's target ${a.target} does not exist. Mend the path, or add the file.`,
  *check({ links, files }) {
    if (!files) return;
    for (const { url, target, local, line, column } of links()) {
      if (local || target === null || files.kindOf(target) !== undefined) continue;
      yield { at: { line, column }, args: { target: excerpt(url.split('#')[0]!), path: target } };
    }
  },
};
