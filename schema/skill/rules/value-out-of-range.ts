import { excerpt } from '../../text.js';
import type { Rule } from '../rule.js';
import type { Json } from '../types.js';

const KEYWORDS = new Set(['enum', 'minimum', 'pattern']);

export const valueOutOfRange: Rule = {
  code: 'value-out-of-range',
  severity: 'warning',
  tags: ['file'],
  wording: (a) => `The value "${a.value}" of ${a.key} is not read. Use ${a.allowed}.`,
  page: {
    why: 'A value that is none of the known ones is passed over: the skill is treated as if the key were not there.',
    wrong: 'status: retired',
    right: 'status: deprecated',
    language: 'yaml',
  },
  *check({ document, shape, at }) {
    for (const { key, keyword, params } of shape()) {
      if (!KEYWORDS.has(keyword)) continue;
      const value = valueAt(document.frontmatter, key);
      const known = Array.isArray(params.allowedValues) ? params.allowedValues.map(String) : [];
      // Case is no fault where the reading folds it.
      if (typeof value === 'string' && known.some((one) => one.toLowerCase() === value.toLowerCase()))
        continue;
      const allowed = known.length > 0 ? `one of ${[...new Set(known)].join(', ')}` : 'a whole number from 1';
      yield {
        at: at(key),
        args: { key, value: excerpt(typeof value === 'object' ? '' : String(value)), allowed },
      };
    }
  },
};

function valueAt(root: Json, key: string): Json | undefined {
  const [top, inner] = key.split('.') as [string, string | undefined];
  const value = (root as { readonly [key: string]: Json })[top];
  return inner === undefined ? value : (value as { readonly [key: string]: Json } | undefined)?.[inner];
}
