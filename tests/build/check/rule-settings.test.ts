import { describe, expect, it } from 'vitest';
import { applyLevels, ruleOptions } from '../../../build/check/rule-levels.js';
import { parseRuleSettings } from '../../../build/check/rule-settings.js';
import type { Finding } from '../../../schema/diagnostic.js';

const parse = (value: unknown) => parseRuleSettings(JSON.stringify(value, null, 2), 'skillgraft.json');
const found = (value: unknown) =>
  parse(value).findings.map(({ code, line, column }) => `${code} ${line}:${column}`);
const one = (code: string, path: string, severity: Finding['severity'] = 'warning'): Finding => ({
  code,
  severity,
  path,
  line: 1,
  column: 1,
  args: {},
});

describe('levels of rules', () => {
  it('are absent where nothing is said', () => {
    expect(parse({ roots: ['skills'] })).toEqual({ findings: [] });
    expect(parse({ rules: {} })).toEqual({ findings: [] });
  });

  it.each([
    ['an unknown code', { rules: { 'link-mising': 'off' } }, ['rule-unknown 3:5']],
    ['an unknown level', { rules: { 'link-missing': 'fatal' } }, ['rule-level-unknown 3:21']],
    ['a level that is no text', { rules: { 'link-missing': 2 } }, ['rule-level-unknown 3:21']],
    ['a fatal rule', { rules: { 'frontmatter-missing': 'info' } }, ['rule-not-optional 3:5']],
    ['rules that are a list', { rules: [] }, ['rules-shape 2:12']],
    ['an override without paths', { overrides: [{ rules: {} }] }, ['rules-shape 3:5']],
    ['an override whose paths are a text', { overrides: [{ paths: 'a', rules: {} }] }, ['rules-shape 3:5']],
    [
      'a prototype key',
      { rules: { ['__proto__']: 'off', constructor: 'off' } },
      ['rule-unknown 3:5', 'rule-unknown 4:5'],
    ],
  ])('say where %s stands', (_, value, expected) => {
    expect(found(value)).toEqual(expected);
  });

  it('name the nearest rule', () => {
    expect(parse({ rules: { 'link-mising': 'off' } }).findings[0]?.args).toEqual({
      code: 'link-mising',
      near: 'link-missing',
    });
  });

  it('leave broken JSON to the reader of settings', () => {
    expect(parseRuleSettings('{"rules": {', 'skillgraft.json')).toEqual({ findings: [] });
  });

  it('keep the right entries beside a wrong one', () => {
    const { settings } = parse({ rules: { nope: 'off', 'link-missing': 'error' } });
    expect({ ...settings?.rules }).toEqual({ 'link-missing': 'error' });
  });

  it('are those of the last override that fits, then those for all', () => {
    const { settings } = parse({
      rules: { 'link-missing': 'error' },
      overrides: [
        { paths: ['skills/old/**'], rules: { 'link-missing': 'off' } },
        { paths: ['skills/old/kept'], rules: { 'link-missing': 'info' } },
      ],
    });
    const all = ['skills/a', 'skills/old/b', 'skills/old/kept'].map((path) =>
      one('link-missing', `${path}/SKILL.md`),
    );
    expect(applyLevels(all, settings).map(({ path, severity }) => `${path} ${severity}`)).toEqual([
      'skills/a/SKILL.md error',
      'skills/old/kept/SKILL.md info',
    ]);
  });

  it('never touch an error that keeps a file out of the index', () => {
    const { settings } = parse({ rules: { 'file-unreadable': 'off' } });
    const both = [one('file-unreadable', 'a', 'error'), one('file-unreadable', 'b', 'warning')];
    expect(applyLevels(both, settings).map(({ path }) => path)).toEqual(['a']);
  });

  it('switch optional rules on, and only where they were asked for', () => {
    const { settings } = parse({
      overrides: [{ paths: ['skills/a'], rules: { 'link-to-folder': 'error' } }],
    });
    expect([...(ruleOptions(settings).enable ?? [])]).toEqual(['link-to-folder']);
    const all = ['skills/a/SKILL.md', 'skills/b/SKILL.md'].map((path) => one('link-to-folder', path, 'info'));
    expect(applyLevels(all, settings).map(({ path }) => path)).toEqual(['skills/a/SKILL.md']);
  });

  it('find nothing wrong with settings that are right', () => {
    expect(found({ rules: { 'body-empty': 'off' }, overrides: [{ paths: ['a'], rules: {} }] })).toEqual([]);
  });
});
