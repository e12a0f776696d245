import { expect, it } from 'vitest';
import { subjectOf } from '../../../build/lineage/subject.js';

it('joins the first paragraph', () => {
  expect(subjectOf('\n  One\n two \n\nrest')).toBe('One two');
  expect(subjectOf('')).toBe('');
});

it('cuts by code points', () => {
  expect(Array.from(subjectOf('😀'.repeat(600)))).toHaveLength(500);
});
