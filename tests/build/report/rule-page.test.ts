import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allKinds } from '../../../build/report/all-kinds.js';
import { rulesMarkdown } from '../../../build/report/rule-page.js';
import { ROOT } from '../../helpers/cli.js';

describe('the page of a rule', () => {
  it.each(allKinds.map((kind) => [kind.code, kind] as const))(
    '%s: says why, what is wrong and what is right',
    (_, kind) => {
      const { page, tags } = kind;
      expect(page?.why).toMatch(/^[^a-z].*[.)`]$/su);
      expect(`${page?.wrong}${page?.right}`).not.toBe('');
      expect(page?.wrong).not.toBe(page?.right);
      expect(tags?.length).toBeGreaterThan(0);
    },
  );

  it('stands in RULES.md, which is what the kinds give', () => {
    expect(readFileSync(join(ROOT, 'schema/RULES.md'), 'utf8')).toBe(rulesMarkdown(allKinds));
  });
});
