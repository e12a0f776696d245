import { expect, it } from 'vitest';
import { hostLimits, listedLength } from '../../schema/host-limits.js';

const host = (id: string) => hostLimits.find((one) => one.id === id)!;

it('each limit says where it was read', () => {
  expect(new Set(hostLimits.map(({ id }) => id)).size).toBe(hostLimits.length);
  for (const one of hostLimits) {
    const limits = Object.values(one).filter((value) => typeof value === 'object');
    expect(limits.length, one.id).toBeGreaterThan(0);
    for (const { value, source } of limits) {
      expect(Number.isInteger(value) && value > 0, one.id).toBe(true);
      expect(new URL(source).protocol).toBe('https:');
    }
    expect(one.read).toMatch(/^\d{4}-\d\d-\d\d$/u);
  }
});

it('counts what a skill takes of a listing', () => {
  const skill = { name: 'tidy', description: '😀'.repeat(2000), whenToUse: 'Often.' };
  expect(listedLength(host('claude-code'), skill)).toBe(4 + 1536 + 4);
  expect(listedLength(host('codex'), skill)).toBe(4 + 2000 + 12);
  expect(listedLength(host('claude-code'), { ...skill, isManual: true })).toBe(0);
  expect(
    listedLength(host('claude-code'), { name: 'tidy', description: 'Tidies.', whenToUse: 'Often.' }),
  ).toBe(4 + 14 + 4);
});
