import type { SkillEntry } from '../schema/index.types.js';
import type { Lookup } from './catalog.js';
import type { Notice } from './types.js';

/** What is worth knowing of how a word led to a skill: that the skill had another name, that others have the same one. */
export function lookupNotices(
  { formerly, others }: Extract<Lookup, { kind: 'found' }>,
  { name, path }: SkillEntry,
): Notice[] {
  const notices: Notice[] = [];
  if (formerly !== undefined)
    notices.push({ code: 'renamed', message: `${formerly} is called ${name} (${path}) now.` });
  if (others.length > 0) {
    const message = `This is ${path}; the same name is also at ${others.join(', ')}.`;
    notices.push({ code: 'name-ambiguous', message });
  }
  return notices;
}
