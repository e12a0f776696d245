import { describe, expect, it } from 'vitest';
import { edgeSource } from '../../../runtime/edge/edge-source.js';
import { type EdgeEnvironment, readEdgeSettings } from '../../../runtime/edge/settings.js';
import { fetchedSource } from '../../../runtime/edge/source.js';
import { SkillgraftError } from '../../../schema/errors.js';

const TOKEN = 'sixteen-letters-and-more';

/** What a call gives, or the code of the error that it ends with. */
function outcome<T>(call: () => T): T | string {
  try {
    return call();
  } catch (error) {
    if (error instanceof SkillgraftError && error.hint !== '') return error.code;
    throw error;
  }
}

describe('the settings of a worker', () => {
  it('have defaults, but for who may ask', () => {
    expect(readEdgeSettings({ SKILLGRAFT_TOKEN: ` ${TOKEN}\n` })).toEqual({
      token: TOKEN,
      hosts: 'any',
      origins: [],
      lookEvery: 60_000,
      author: null,
      readOnly: false,
    });
    expect(readEdgeSettings({ SKILLGRAFT_PUBLIC: 'yes' }).token).toBeNull();
  });

  it('are read from texts', () => {
    const env = {
      SKILLGRAFT_TOKEN: TOKEN,
      SKILLGRAFT_PUBLIC: 'yes',
      SKILLGRAFT_ALLOWED_HOSTS: 'a.example, b.example,',
      SKILLGRAFT_ALLOWED_ORIGINS: 'https://a.example',
      SKILLGRAFT_LOOK_EVERY: '5',
      SKILLGRAFT_AUTHOR: 'A <a@b.example>',
      SKILLGRAFT_READ_ONLY: 'yes',
    };
    expect(readEdgeSettings(env)).toEqual({
      token: TOKEN,
      hosts: ['a.example', 'b.example'],
      origins: ['https://a.example'],
      lookEvery: 5_000,
      author: 'A <a@b.example>',
      readOnly: true,
    });
  });

  it.each<[string, EdgeEnvironment, string]>([
    ['no token', {}, 'token-needed'],
    ['an empty token', { SKILLGRAFT_TOKEN: ' ' }, 'token-needed'],
    ['a short token', { SKILLGRAFT_TOKEN: 'short', SKILLGRAFT_PUBLIC: 'yes' }, 'bad-setting'],
    ['neither yes nor no', { SKILLGRAFT_PUBLIC: 'true' }, 'bad-setting'],
    ['no seconds', { SKILLGRAFT_TOKEN: TOKEN, SKILLGRAFT_LOOK_EVERY: '0' }, 'bad-setting'],
    ['a text for seconds', { SKILLGRAFT_TOKEN: TOKEN, SKILLGRAFT_LOOK_EVERY: 'often' }, 'bad-setting'],
    ['no text', { SKILLGRAFT_TOKEN: TOKEN, SKILLGRAFT_AUTHOR: 3 as unknown as string }, 'bad-setting'],
  ])('are refused with %s', (_, env, code) => {
    expect(outcome(() => readEdgeSettings(env))).toBe(code);
  });
});

describe('where the artifact of a worker comes from', () => {
  const assets = { fetch: async () => new Response('') };

  it.each<[EdgeEnvironment, string]>([
    [{ ASSETS: assets }, 'https://assets.invalid/index.json'],
    [{ ASSETS: assets, SKILLGRAFT_INDEX: 'https://a.example/x?t=1#y' }, 'https://a.example/x/index.json'],
    [{ SKILLGRAFT_INDEX: 'https://a.example/x/index.json' }, 'https://a.example/x/index.json'],
    [{ SKILLGRAFT_INDEX: 'http://127.0.0.1:8080/' }, 'http://127.0.0.1:8080/index.json'],
  ])('%j', (env, location) => {
    expect(edgeSource(env).location).toBe(location);
  });

  it.each<[EdgeEnvironment]>([
    [{}],
    [{ SKILLGRAFT_INDEX: 'http://a.example/' }],
    [{ SKILLGRAFT_INDEX: 'file:///dist' }],
    [{ SKILLGRAFT_INDEX: 'dist' }],
  ])('is refused for %j', (env) => {
    expect(outcome(() => edgeSource(env))).toBe('artifact-location');
  });

  it('is asked with the query of the address, for paths below it only', async () => {
    const asked: string[] = [];
    const source = fetchedSource(async ({ url }) => {
      asked.push(url);
      return new Response('x');
    }, new URL('https://a.example/dist/?t=a%2Fb'));
    await source.index(null);
    await source.file('skills/a b/%2e%2e/c#d?.md');
    expect(asked).toEqual([
      'https://a.example/dist/index.json?t=a%2Fb',
      'https://a.example/dist/skills/a%20b/%252e%252e/c%23d%3F.md?t=a%2Fb',
    ]);
    for (const path of ['../x', 'skills/../../x', '/x', 'skills//x', ''])
      await expect(source.file(path)).rejects.toMatchObject({ code: 'artifact-broken' });
  });
});
