import { describe, expect, it } from 'vitest';
import { describeKind, kinds, describe as say } from '../../schema/messages.js';
import { collectionKinds } from '../../schema/skill/kinds/collection.js';
import { readKinds } from '../../schema/skill/kinds/read.js';
import { yamlKinds } from '../../schema/skill/kinds/yaml.js';
import { rules } from '../../schema/skill/rules/index.js';

describe('the catalogue of findings', () => {
  it('has one kind for each code, in kebab-case', () => {
    const codes = kinds.map((kind) => kind.code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u);
  });

  it('has words for each kind: sentences that end', () => {
    for (const kind of kinds) {
      const args = { paths: ['a'], names: ['a'], roots: ['a'] };
      const text = say({ code: kind.code, severity: kind.severity, path: 'p', line: 1, column: 1, args });
      expect(text, kind.code).not.toBe(kind.code);
      expect(text, kind.code).toMatch(/^[A-Z`"a-z].*\.$/su);
    }
  });

  it('falls back on the code of a kind that it does not know', () => {
    expect(say({ code: 'later-kind', severity: 'info', path: 'p', line: 1, column: 1, args: {} })).toBe(
      'later-kind',
    );
  });

  it('has words for a kind without what one finding would name', () => {
    for (const { code, severity } of [...readKinds, ...yamlKinds, ...rules, ...collectionKinds]) {
      const kind = describeKind(code);
      expect(kind.severity).toBe(severity);
      expect(kind.message, code).toMatch(/^[A-Z`"a-z].*[.]$/su);
      expect(kind.message, code).not.toMatch(/…|undefined|NaN|\[object|function/);
    }
    expect(describeKind('link-missing').message).toMatch(/^An agent [^…]+\. Mend the path[^…]*\.$/);
    expect(describeKind('later-kind')).toEqual({ severity: null, message: 'later-kind' });
  });

  it('lists every rule', () => {
    for (const rule of rules) expect(kinds).toContain(rule);
  });
});
