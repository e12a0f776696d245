import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ignoredSetting } from '../../../runtime/config/findings.js';
import { resolveConfig } from '../../../runtime/config/resolve.js';
import type { SettingFlags } from '../../../runtime/config/settings.js';
import { temporaryFolder } from '../../helpers/cli.js';

let folder: ReturnType<typeof temporaryFolder>;
let repository: string;

beforeEach(() => {
  folder = temporaryFolder();
  repository = join(folder.path, 'repository');
  mkdirSync(join(repository, '.git'), { recursive: true });
  mkdirSync(join(repository, 'a', 'b'), { recursive: true });
});
afterEach(() => folder.remove());

function write(path: string, text: string): void {
  writeFileSync(join(folder.path, path), text);
}

function resolveAt(path: string, env: Record<string, string> = {}, flags: SettingFlags = {}) {
  return resolveConfig({ flags, env, cwd: join(folder.path, path) });
}

describe('resolveConfig', () => {
  it('takes each setting from the first source that has it', () => {
    write('repository/skillgraft.json', '{"limit": 5, "out": "file", "index": "file", "profile": "spec"}');
    write('repository/.env', 'SKILLGRAFT_LIMIT=6\nSKILLGRAFT_OUT=dotenv\nSKILLGRAFT_INDEX=dotenv\nOTHER=1\n');
    const env = { SKILLGRAFT_LIMIT: '7', SKILLGRAFT_INDEX: 'environment' };
    const { values, origins, findings } = resolveAt('repository', env, { limit: 8 });
    expect(findings).toEqual([]);
    expect({ ...values }).toEqual({
      limit: 8,
      fusion: 'sum',
      index: ['environment'],
      indexes: [],
      'user-skills': 'no',
      'index-refresh': 60,
      'insecure-http': 'no',
      out: 'dotenv',
      profile: 'spec',
      roots: [],
      'listing-budget': null,
      'max-index-bytes': null,
      synonyms: 'synonyms.json',
      'hand-offs': 'on',
      embedder: 'static',
      'embedder-model': null,
      'embedder-path': null,
      'embedder-revision': null,
      'embedder-prefix': null,
      'embedder-download': 'no',
      sink: 'branch',
      base: null,
      remote: 'origin',
      'github-url': null,
      labels: [],
      draft: 'no',
      'read-only': 'no',
      'save-limit': 10,
      'save-size': 1_048_576,
      author: null,
      usage: 'on',
      'usage-queries': 'on',
      'stale-days': 90,
      'archive-days': 90,
      agents: expect.arrayContaining(['*[bot]', 'claude']),
    });
    expect({ ...origins }).toEqual({
      limit: { kind: 'flag' },
      fusion: { kind: 'default' },
      index: { kind: 'environment', path: 'env:SKILLGRAFT_INDEX' },
      out: { kind: '.env', path: '.env' },
      profile: { kind: 'file', path: 'skillgraft.json' },
      roots: { kind: 'default' },
      'listing-budget': { kind: 'default' },
      'max-index-bytes': { kind: 'default' },
      synonyms: { kind: 'default' },
      'hand-offs': { kind: 'default' },
      embedder: { kind: 'default' },
      'embedder-model': { kind: 'default' },
      'embedder-path': { kind: 'default' },
      'embedder-revision': { kind: 'default' },
      'embedder-prefix': { kind: 'default' },
      'embedder-download': { kind: 'default' },
      sink: { kind: 'default' },
      base: { kind: 'default' },
      remote: { kind: 'default' },
      'github-url': { kind: 'default' },
      labels: { kind: 'default' },
      draft: { kind: 'default' },
      'read-only': { kind: 'default' },
      'save-limit': { kind: 'default' },
      'save-size': { kind: 'default' },
      author: { kind: 'default' },
      usage: { kind: 'default' },
      'usage-queries': { kind: 'default' },
      'stale-days': { kind: 'default' },
      'archive-days': { kind: 'default' },
      agents: { kind: 'default' },
      indexes: { kind: 'default' },
      'user-skills': { kind: 'default' },
      'index-refresh': { kind: 'default' },
      'insecure-http': { kind: 'default' },
    });
  });

  it('leaves the token to the environment, and says that a file is no place for it', () => {
    write('repository/.env', 'SKILLGRAFT_GITHUB_TOKEN=secret-1\n');
    write('repository/skillgraft.json', '{"github-token": "secret-2"}');
    const { findings, values } = resolveAt('repository', { SKILLGRAFT_GITHUB_TOKEN: 'secret-3' });
    expect(findings.map(({ code, path }) => `${path} ${code}`)).toEqual([
      '.env config-unknown-key',
      'skillgraft.json config-unknown-key',
    ]);
    expect(JSON.stringify([findings, values])).not.toContain('secret-');
  });

  it.each(['TOKEN', 'INDEX_TOKEN', 'PUBLIC', 'ALLOWED_HOSTS', 'ALLOWED_ORIGINS', 'LOOK_EVERY'])(
    'says nothing of SKILLGRAFT_%s, which is read elsewhere, but of one that is nearly so',
    (name) => {
      const { findings } = resolveAt('repository', {
        [`SKILLGRAFT_${name}`]: 'x',
        [`SKILLGRAFT_${name}X`]: 'x',
      });
      expect(findings.map(({ code, path }) => `${path} ${code}`)).toEqual([
        `env:SKILLGRAFT_${name}X config-unknown-key`,
      ]);
    },
  );

  it('knows which indexes the user named, and which a file of the project did', () => {
    const entry = (host: string) => `{"indexes": [{"index": "https://${host}.example/"}]}`;
    write('repository/skillgraft.json', entry('project'));
    mkdirSync(join(folder.path, 'config', 'skillgraft'), { recursive: true });
    write('config/skillgraft/skillgraft.json', entry('user'));
    write('repository/.env', 'SKILLGRAFT_INDEX=https://dotenv.example/\n');
    const env = {
      XDG_CONFIG_HOME: join(folder.path, 'config'),
      SKILLGRAFT_INDEXES: '[{"index": "https://env.example/"}]',
    };
    expect(resolveAt('repository', env).ownIndexes).toEqual([
      'https://env.example/',
      'https://user.example/',
    ]);
  });

  it('takes the nearest file, up to the root of the repository', () => {
    write('skillgraft.json', '{"limit": 1}');
    expect(resolveAt('repository/a/b').values.limit).toBe(10);
    write('repository/skillgraft.json', '{"limit": 2}');
    expect(resolveAt('repository/a/b')).toMatchObject({
      values: { limit: 2 },
      origins: { limit: { kind: 'file', path: '../../skillgraft.json' } },
    });
    write('repository/a/skillgraft.json', '{"limit": 3}');
    expect(resolveAt('repository/a/b').values.limit).toBe(3);
  });

  it('counts only the folder itself where there is no repository', () => {
    mkdirSync(join(folder.path, 'plain', 'inner'), { recursive: true });
    write('plain/skillgraft.json', '{"limit": 4}');
    expect(resolveAt('plain').values.limit).toBe(4);
    expect(resolveAt('plain/inner').values.limit).toBe(10);
  });

  it('starts relative paths where they were written', () => {
    const path = (env: Record<string, string> = {}) => resolveAt('repository/a/b', env).path('index');
    expect(path()).toBe(join(repository, 'dist'));
    write('repository/a/skillgraft.json', '{"index": "site"}');
    expect(path()).toBe(join(repository, 'a', 'site'));
    expect(path({ SKILLGRAFT_INDEX: 'here' })).toBe(join(repository, 'a', 'b', 'here'));
    const url = 'https://example.org/skills/index.json';
    expect(path({ SKILLGRAFT_INDEX: url })).toBe(url);
  });

  it('uses the next source for a wrong value and says where it stands', () => {
    write('repository/skillgraft.json', '{\n  "limit": 5\n}');
    write(
      'repository/.env',
      '# ours\nSKILLGRAFT_LIMIT=0\n\nexport SKILLGRAFT_LIMIT=many\nSKILLGRAFT_LIMT=3\n',
    );
    const { values, findings } = resolveAt('repository', { SKILLGRAFT_LIMIT: '51', SKILLGRAFT_PROFILE: '' });
    expect(values.limit).toBe(5);
    expect(findings.map(({ code, path, line }) => `${path}:${line} ${code}`)).toEqual([
      'env:SKILLGRAFT_LIMIT:1 config-out-of-range',
      '.env:4 config-wrong-type',
      '.env:5 config-unknown-key',
    ]);
  });

  it.each([
    ['0', 'off', 0],
    ['False', 'off', 0],
    ['OFF', 'off', 0],
    [' no ', 'off', 0],
    ['True', 'on', 0],
    ['yes', 'on', 0],
    ['of', 'off', 1],
    [' ', 'off', 1],
  ])('reads what is private strictly: %j is %s', (text, expected, problems) => {
    const variables = { SKILLGRAFT_USAGE: text, SKILLGRAFT_USAGE_QUERIES: text };
    const ofVariables = resolveAt('repository', variables);
    expect(ofVariables.values).toMatchObject({ usage: expected, 'usage-queries': expected });
    expect(ofVariables.findings).toHaveLength(2 * problems);
    write('repository/skillgraft.json', JSON.stringify({ usage: text }));
    const ofFile = resolveAt('repository', { SKILLGRAFT_USAGE_QUERIES: 'Hashed' });
    expect(ofFile.values).toMatchObject({ usage: expected, 'usage-queries': 'hashed' });
    expect(ofFile.findings).toHaveLength(problems);
  });

  it.each([false, 0, [], null])('takes %j of a file as off', (value) => {
    write('repository/skillgraft.json', JSON.stringify({ usage: value }));
    const { values, findings } = resolveAt('repository', {});
    expect(values.usage).toBe('off');
    expect(findings.map(ignoredSetting)).toEqual(
      typeof value === 'object'
        ? [expect.stringMatching(/^setting usage taken as off: .*Until then it is off/)]
        : [],
    );
  });

  it('reads lists with commas', () => {
    expect(resolveAt('repository', { SKILLGRAFT_ROOTS: 'skills, more/skills' }).values.roots).toEqual([
      'skills',
      'more/skills',
    ]);
    expect(resolveAt('repository', { SKILLGRAFT_ROOTS: 'skills,,' })).toMatchObject({
      values: { roots: [] },
      findings: [{ code: 'config-wrong-type' }],
    });
  });

  it('reports a file that cannot be read', () => {
    mkdirSync(join(repository, 'skillgraft.json'));
    expect(resolveAt('repository').findings).toMatchObject([
      { code: 'config-unreadable', path: 'skillgraft.json', args: { reason: 'EISDIR' } },
    ]);
  });
});
