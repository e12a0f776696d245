import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configMessage } from '../../../runtime/config/findings.js';
import { environmentPlace, parseVariables } from '../../../runtime/config/parse-env.js';
import { parseConfigFile } from '../../../runtime/config/parse-file.js';
import { cacheFolder, configFolder } from '../../../runtime/files/user-folders.js';

const GOOD = { index: 'dist' };

function parse(indexes: unknown) {
  const { values, findings } = parseConfigFile(JSON.stringify({ indexes }), 'skillgraft.json');
  return {
    indexes: values.indexes?.map((entry) => ({ ...entry })),
    said: findings.map(configMessage),
    findings,
  };
}

describe('the setting indexes', () => {
  it('takes entries as they are', () => {
    const entry = {
      name: 'team',
      index: 'https://example.com/dist',
      scope: 'shared',
      prefix: 'team',
      allow: ['git/*'],
      block: ['*deprecated*'],
      digest: `sha256:${'0a'.repeat(32)}`,
    };
    expect(parse([entry, GOOD])).toEqual({ indexes: [entry, GOOD], said: [], findings: [] });
  });

  it.each<[unknown, RegExp]>([
    ['dist', /it is no object/],
    [{}, /no "index"/],
    [{ index: ' ' }, /"index" must be/],
    [{ ...GOOD, name: 'a/b' }, /"name" must have/],
    [{ ...GOOD, name: '' }, /"name" must have/],
    [{ ...GOOD, prefix: '..' }, /"prefix" must have/],
    [{ ...GOOD, scope: 'mine' }, /one of project, user, shared/],
    [{ ...GOOD, allow: 'git/*' }, /"allow" must be a list/],
    [{ ...GOOD, block: [] }, /"block" must be a list/],
    [{ ...GOOD, block: ['['] }, /"block" must be a list of globs.*no \[ \]/],
    [{ ...GOOD, block: ['a', '{a'] }, /"block" must be/],
    [{ ...GOOD, allow: ['!git/*'] }, /"allow" must be/],
    [{ ...GOOD, digest: 'sha256:1' }, /"digest" must be sha256:/],
    [{ ...GOOD, prefx: 'a' }, /no key "prefx", did you mean "prefix"\?/],
    [{ ...GOOD, __proto__x: 1 }, /no key/],
  ])('leaves out %j alone', (entry, said) => {
    const found = parse([GOOD, entry, GOOD]);
    expect(found.indexes).toEqual([GOOD, GOOD]);
    expect(found.said).toEqual([expect.stringMatching(said)]);
    expect(found.said[0]).toContain('Entry 2 of "indexes" is left out');
    expect(found.findings[0]).toMatchObject({ code: 'config-bad-index', line: 1 });
  });

  it('has each name once, and is a list', () => {
    expect(
      parse([
        { ...GOOD, name: 'a' },
        { ...GOOD, name: 'A' },
      ]).said,
    ).toEqual(['Entry 2 of "indexes" is left out: the name "A" is taken.']);
    expect(parse({ index: 'dist' }).said[0]).toMatch(/"indexes" cannot be .*a list of objects/);
  });
});

describe('the setting index', () => {
  it.each<[string, readonly string[] | undefined]>([
    ['"dist"', ['dist']],
    ['["a", "b,c"]', ['a', 'b,c']],
    ['[]', undefined],
    ['[""]', undefined],
    ['7', undefined],
  ])('is %s in a file', (json, expected) => {
    const { values, findings } = parseConfigFile(`{"index": ${json}}`, 'skillgraft.json');
    expect(values.index).toEqual(expected);
    expect(findings).toHaveLength(expected === undefined ? 1 : 0);
  });

  it.each([
    [['a', 'b'].join(delimiter), ['a', 'b']],
    ['a', ['a']],
    ['https://example.com/dist', ['https://example.com/dist']],
    ['https://a:1/x:https://b', ['https://a:1/x:https://b']],
  ])('is %s in the environment', (text, expected) => {
    expect(parseVariables({ SKILLGRAFT_INDEX: text }, environmentPlace).values.index).toEqual(expected);
  });

  it('may stand beside others as JSON in the environment', () => {
    const parsed = (text: string) => parseVariables({ SKILLGRAFT_INDEXES: text }, environmentPlace);
    expect(parsed('[{"index": "a"}]').values.indexes).toEqual([GOOD].map(() => ({ index: 'a' })));
    expect(parsed('[{"index": 1}]').findings).toHaveLength(1);
    expect(parsed('not JSON').findings).toMatchObject([{ code: 'config-wrong-type' }]);
  });
});

describe('the folders of a user', () => {
  const home = '/home/me';

  it.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', {}, '/home/me/.cache/skillgraft'],
    ['linux', { HOME: '/else' }, '/else/.cache/skillgraft'],
    ['linux', { XDG_CACHE_HOME: '/cache' }, '/cache/skillgraft'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/me/.cache/skillgraft'],
    ['darwin', {}, '/home/me/Library/Caches/skillgraft'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/skillgraft/Cache'],
    ['win32', {}, '/home/me/AppData/Local/skillgraft/Cache'],
  ])('for the cache on %s with %j', (platform, env, expected) => {
    expect(cacheFolder({ platform, env, home })).toBe(join(expected));
  });

  it.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', {}, '/home/me/.config/skillgraft'],
    ['darwin', { XDG_CONFIG_HOME: '/config' }, '/config/skillgraft'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/skillgraft'],
  ])('for settings on %s with %j', (platform, env, expected) => {
    expect(configFolder({ platform, env, home })).toBe(join(expected));
  });
});
