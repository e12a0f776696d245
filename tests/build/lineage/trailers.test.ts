import { describe, expect, it } from 'vitest';
import { changelogTrailers, subjectOf } from '../../../build/lineage/trailers.js';

describe('changelogTrailers', () => {
  it.each<[string, string, object]>([
    [
      'the last paragraph',
      'S\n\nBody\n\nSkill-Action: update\nskill-reason: Was wrong\n',
      { action: 'update', reason: 'Was wrong' },
    ],
    [
      'a value over two lines',
      'S\n\nSkill-Trigger: seen\n  twice\nSigned-off-by: A <a@x>',
      { trigger: 'seen twice' },
    ],
    ['the last of two', 'S\n\nSkill-Action: add\nSkill-Action: merge', { action: 'merge' }],
    ['not the subject', 'Skill-Action: add', {}],
    ['not the body', 'S\n\nSkill-Action: add\n\nmore', {}],
    ['not prose with a colon', 'S\n\none\ntwo\nthree\nfour\nSkill-Action: add', {}],
    ['not an empty value', 'S\n\nSkill-Action:\n', {}],
    ['not what an object has of its own', 'S\n\nconstructor: x\n__proto__: y', {}],
  ])('takes %s', (_name, message, expected) => {
    expect(changelogTrailers(message)).toEqual(expected);
  });
});

describe('subjectOf', () => {
  it('joins the first paragraph', () => {
    expect(subjectOf('\n  One\n two \n\nrest')).toBe('One two');
    expect(subjectOf('')).toBe('');
  });

  it('cuts by code points', () => {
    expect(Array.from(subjectOf('😀'.repeat(600)))).toHaveLength(500);
  });
});
