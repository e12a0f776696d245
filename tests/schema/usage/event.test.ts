import { describe, expect, it } from 'vitest';
import { readUsageEvent } from '../../../schema/usage/event.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const LOAD = {
  v: 1,
  id: 'log 1',
  kind: 'load',
  at: '2026-01-31T12:00:00.000Z',
  commit: 'b'.repeat(40),
  skill: 'skills/a',
  version: 3,
  digest: DIGEST,
};
const { skill: _, version: __, digest: ___, ...NO_SKILL } = LOAD;

describe('a line of a log', () => {
  it.each([
    ['a load', LOAD],
    ['of a folder without git', { ...LOAD, commit: null, version: null }],
    ['an outcome', { ...LOAD, kind: 'outcome', success: false, query: 'x', reason: 'y' }],
    ['with a hash', { ...LOAD, kind: 'outcome', success: true, queryHash: 'c'.repeat(64) }],
    ['a search', { ...NO_SKILL, kind: 'search', answer: 'rejected' }],
    ['with a key of a later release', { ...LOAD, more: 1 }],
  ])('is an event: %s', (_name, event) => expect(readUsageEvent(JSON.stringify(event))).toEqual(event));

  it.each([
    ['null', null],
    ['a list', []],
    ['of another shape', { ...LOAD, v: 2 }],
    ['without an id', { ...LOAD, id: '' }],
    ['of another kind', { ...LOAD, kind: 'constructor' }],
    ['without a time', { ...LOAD, at: 'yesterday' }],
    ['with no commit id', { ...LOAD, commit: 'HEAD' }],
    ['without a skill', NO_SKILL],
    ['with no digest', { ...LOAD, digest: 'sha256:a' }],
    ['with version 0', { ...LOAD, version: 0 }],
    ['with half a version', { ...LOAD, version: 1.5 }],
    ['an outcome that does not say which', { ...LOAD, kind: 'outcome' }],
    ['a query that is too long', { ...LOAD, query: 'x'.repeat(2001) }],
    ['a query that is no text', { ...LOAD, query: 1 }],
    ['a search that found something', { ...NO_SKILL, kind: 'search', answer: 'found' }],
  ])('is none: %s', (_name, value) => expect(readUsageEvent(JSON.stringify(value))).toBeNull());

  it('is none where it was not written to its end', () => {
    const line = JSON.stringify(LOAD);
    for (let length = 0; length < line.length; length += 1)
      expect(readUsageEvent(line.slice(0, length))).toBeNull();
  });
});
