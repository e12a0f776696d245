import { describe, expect, it } from 'vitest';
import { describe as say } from '../../../schema/messages.js';
import { listingCost } from '../../../schema/skill/collection.js';
import { codePointLength } from '../../../schema/text.js';
import { brief, caseFiles, getCase, haveCases, judgeCase } from '../../helpers/cases.js';

const path = (name: string): string => `skills/${name}/SKILL.md`;
const names = (id: string, profile?: 'spec' | 'claude-code'): string[] =>
  [...judgeCase(id, profile ? { profile } : {}).loaded.values()].map((one) => one.name);

describe.skipIf(!haveCases)('cases of kind naming (needs ../shared/cases)', () => {
  it('naming-01, naming-03: equal names keep both, first path first', () => {
    const { findings, loaded } = judgeCase('naming-01');
    expect(findings).toMatchObject([
      {
        code: 'name-duplicate',
        args: { paths: ['skills/north/pack-bag/SKILL.md', 'skills/south/pack-bag/SKILL.md'] },
      },
    ]);
    expect(findings).toHaveLength(1);
    expect(loaded.size).toBe(2);
    expect([...judgeCase('naming-03').loaded.values()].map((one) => one.description)).toEqual([
      'Seals a box with ink stamps.',
      'Seals a box with candle drips.',
    ]);
  });

  it('naming-05: a name of two folder levels', () => {
    expect(brief(judgeCase('naming-05').findings)).toEqual([
      'name-folder-mismatch skills/loom/yarn/SKILL.md:2:7',
    ]);
    for (const rules of [{ allowParentFolders: true }, { disable: new Set(['name-folder-mismatch']) }]) {
      const { findings, loaded } = judgeCase('naming-05', { rules });
      expect(findings).toEqual([]);
      expect(loaded.size).toBe(1);
    }
  });

  it('naming-06, naming-07: names without an ASCII letter', () => {
    expect(names('naming-06')).toEqual(['\u56fe\u8868']);
    expect(judgeCase('naming-06').findings).toEqual([]);
    expect(brief(judgeCase('naming-06', { profile: 'claude-code' }).findings)).toEqual([
      'name-pattern skills/\u56fe\u8868/SKILL.md:2:7',
    ]);
    expect(names('naming-07')).toEqual(['\u7c73-\u996d', '\u8336-\u676f']);
  });

  it('naming-08: letters outside of ASCII depend on the profile', () => {
    expect(judgeCase('naming-08').findings).toEqual([]);
    expect(judgeCase('naming-08', { profile: 'spec' }).findings).toEqual([]);
    const { findings } = judgeCase('naming-08', { profile: 'claude-code' });
    expect(findings).toMatchObject([
      { code: 'name-pattern', line: 2, args: { character: 'U+00E8', index: 3 } },
    ]);
    expect(say(findings[0]!)).toContain('U+00E8');
    expect(names('naming-08', 'claude-code')).toHaveLength(1);
  });

  it('naming-09: a folder in NFD equals a name in NFC', () => {
    expect(Object.keys(caseFiles(getCase('naming-09')))[0]).toContain('e\u0301');
    expect(judgeCase('naming-09').findings).toEqual([]);
    expect(judgeCase('naming-09', { profile: 'spec' }).findings).toEqual([]);
  });

  it('naming-10, naming-11, naming-12: keys of Object.prototype are only text', () => {
    expect(judgeCase('naming-10').findings).toMatchObject([
      { code: 'description-missing', severity: 'error', path: path('constructor') },
    ]);
    const odd = judgeCase('naming-11');
    expect([...odd.loaded.values()].map((one) => one.name)).toEqual(['__proto__', 'toString']);
    expect(odd.findings).toMatchObject([
      { code: 'name-pattern', line: 2, args: { character: 'U+005F', problem: 'character' } },
      { code: 'name-pattern', line: 2, args: { character: 'U+0053', problem: 'upper-case' } },
    ]);
    expect(odd.findings).toHaveLength(2);
    expect(Object.hasOwn({}, 'description') || 'description' in {}).toBe(false);
    const tags = judgeCase('naming-12');
    expect(tags.loaded.get(path('odd-tags'))?.metadata.tags).toEqual([
      'constructor',
      'toString',
      '__proto__',
    ]);
    expect(tags.loaded.get(path('no-tags'))?.metadata.tags).toBeUndefined();
    expect(tags.findings).toEqual([]);
  });

  it('naming-13: wrong hyphens', () => {
    expect(judgeCase('naming-13').findings).toMatchObject([
      {
        code: 'name-pattern',
        path: path('end-dash-'),
        line: 2,
        fix: 'end-dash',
        args: { problem: 'trailing-hyphen' },
      },
      {
        code: 'name-pattern',
        path: path('two--dash'),
        line: 2,
        fix: 'two-dash',
        args: { problem: 'double-hyphen' },
      },
    ]);
    expect(judgeCase('naming-13').findings).toHaveLength(2);
  });

  it('naming-14: 64 and 65 characters', () => {
    const { findings, loaded } = judgeCase('naming-14');
    expect(findings).toMatchObject([{ code: 'name-too-long', line: 2, args: { length: 65, limit: 64 } }]);
    expect(findings).toHaveLength(1);
    expect(loaded.size).toBe(2);
  });

  it('naming-15: bodies nearly alike', () => {
    const { findings, loaded } = judgeCase('naming-15');
    expect(findings).toMatchObject([
      {
        code: 'body-near-duplicate',
        severity: 'info',
        args: { paths: [path('crate-east'), path('crate-west')], similarity: 0.9 },
      },
    ]);
    expect(findings).toHaveLength(1);
    expect(loaded.size).toBe(2);
  });
});

describe.skipIf(!haveCases)('cases of kind limits (needs ../shared/cases)', () => {
  it('limits-01, limits-05: descriptions of 1,024 and 1,025 code points', () => {
    for (const [id, name] of [
      ['limits-01', 'len-1025'],
      ['limits-05', 'wide-1025'],
    ] as const) {
      const { findings, loaded } = judgeCase(id);
      expect(findings).toMatchObject([
        { code: 'description-too-long', path: path(name), line: 3, args: { length: 1025, limit: 1024 } },
      ]);
      expect(findings).toHaveLength(1);
      expect(loaded.size).toBe(2);
    }
  });

  it('limits-02: the limit depends on the client, and the message says on which', () => {
    const { findings } = judgeCase('limits-02', { profile: 'spec' });
    expect(findings).toMatchObject([{ code: 'description-too-long', line: 3, severity: 'error' }]);
    expect(say(findings[0]!)).toContain('profile spec is 1024');
    expect(judgeCase('limits-02', { profile: 'claude-code' }).findings).toEqual([]);
  });

  it('limits-04: code points, not bytes', () => {
    const { findings, loaded } = judgeCase('limits-04', { profile: 'spec' });
    expect(findings).toEqual([]);
    expect(codePointLength(loaded.get(path('arrow-text'))!.description)).toBe(602);
  });

  it('limits-06: the size of the listing', () => {
    const { loaded } = judgeCase('limits-06');
    expect(listingCost([...loaded.values()])).toEqual({ each: [40, 19], total: 59 });
    expect(judgeCase('limits-06', { listingBudget: 50 }).findings).toMatchObject([
      { code: 'listing-over-budget', args: { total: 59, budget: 50 } },
    ]);
    expect(judgeCase('limits-06', { listingBudget: 59 }).findings).toEqual([]);
  });

  it('limits-07: aliases are errors; the harmless one too, as the design says', () => {
    const before = process.memoryUsage().heapUsed;
    const start = performance.now();
    const { findings, loaded } = judgeCase('limits-07');
    expect(performance.now() - start).toBeLessThan(1000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100e6);
    expect(brief(findings)).toEqual([
      'yaml-alias skills/alias-bomb/SKILL.md:5:6',
      'yaml-alias skills/calm-one/SKILL.md:5:10',
    ]);
    expect(say(findings[0]!)).toContain('too many aliases');
    expect(loaded.size).toBe(0);
  });

  it('limits-08: a map of 3,000 levels', () => {
    const { findings, loaded } = judgeCase('limits-08');
    expect(findings).toMatchObject([
      { code: 'yaml-too-deep', severity: 'error', path: path('deep-map'), line: 4 },
    ]);
    expect(findings).toHaveLength(1);
    expect([...loaded.keys()]).toEqual([path('flat-map')]);
  });
});
