import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ArtifactServer } from '../../helpers/artifact-server.js';
import { buildInto } from '../../helpers/built-case.js';
import { CLI } from '../../helpers/cli.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { type Connection, connect, type LooseJson } from '../../helpers/mcp-client.js';

const temp = tempFolder();
const cwd = join(temp.dir, 'work');
const local = join(temp.dir, 'local');
const dead = join(temp.dir, 'dead');
let server: ArtifactServer;
let env: Record<string, string>;
let connection: Connection | undefined;
beforeAll(async () => {
  mkdirSync(cwd);
  await build(local, 'mend-net', 'mend-sail');
  const shared = join(temp.dir, 'shared');
  await build(shared, 'mend-net', 'mend-hull', 'mend-sail');
  writeFileSync(join(shared, 'skills', 'mend-sail', 'SKILL.md'), skillText('mend-sail', 'Otherwise.'));
  const repo = new TestRepo(shared);
  repo.commit('differs');
  server = await new ArtifactServer((await buildInto(shared)).out).start();
  env = {
    HOME: join(temp.dir, 'home'),
    XDG_CACHE_HOME: join(temp.dir, 'cache'),
    XDG_CONFIG_HOME: join(temp.dir, 'config'),
  };
});
afterEach(async () => {
  await connection?.close();
  connection = undefined;
});
afterAll(async () => {
  await server.stop();
  temp.dispose();
});

async function build(dir: string, ...names: string[]): Promise<void> {
  const repo = new TestRepo(dir);
  for (const name of names) repo.write(`skills/${name}/SKILL.md`, skillText(name));
  repo.commit('all');
  await buildInto(dir);
}

/** The command line in a process of its own, while the server of this one answers. */
async function skillgraft(
  ...args: string[]
): Promise<{ status: number | null; json: LooseJson; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env: { PATH: process.env.PATH, ...env } });
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { status, stdout, stderr, json: args.includes('--json') ? (JSON.parse(stdout) as LooseJson) : {} };
}

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function three(): string[] {
  return ['--index', local, '--index', server.url, '--index', dead];
}

const EXPECTED = [
  ['skills/mend-hull', '127.0.0.1'],
  ['skills/mend-net', 'local'],
  ['skills/mend-sail', 'local'],
  ['127.0.0.1:skills/mend-sail', '127.0.0.1'],
];

function shownOf(results: LooseJson[]): unknown[] {
  return results.map(({ path, source }) => [path, source]);
}

describe('three indexes, one local, one over HTTP, one dead', () => {
  it('give one ranked answer and one notice on the command line', async () => {
    const { status, json } = await skillgraft('search', 'mend', '--no-gate', '--json', ...three());
    expect(status).toBe(0);
    expect(new Set(shownOf(json.results).map(String))).toEqual(new Set(EXPECTED.map(String)));
    const scores = json.results.map(({ score }: LooseJson) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(json.notices.map(({ code }: LooseJson) => code)).toEqual(['index-unavailable']);
    expect(json.results.find(({ name }: LooseJson) => name === 'mend-net').alsoIn).toEqual(['127.0.0.1']);
    const plain = await skillgraft('search', 'mend', '--no-gate', ...three());
    expect(plain.stdout).toContain('from local, 127.0.0.1');
    expect(plain.stderr.trim().split('\n')).toEqual([expect.stringContaining('Index dead is not there')]);
    const shown = await skillgraft('show', '127.0.0.1:skills/mend-sail', ...three());
    expect(shown.stdout).toContain('Otherwise.');
    const listed = await skillgraft('list', '--json', ...three());
    expect(listed.json.skills).toHaveLength(4);
    const explained = await skillgraft('explain', 'mend', 'mend-hull', '--json', ...three());
    expect(explained.json.skill.rank).toBeGreaterThan(0);
  });

  it('give one ranked answer and one notice over MCP, and each skill', async () => {
    connection = await connect(local, 'auto', { cwd, env, args: ['--index', server.url, '--index', dead] });
    for (let i = 0; i < 2; i += 1) {
      const { data, text: said } = await connection.call('search_skills', { query: 'mend-sail' });
      expect(shownOf(data.results).slice(0, 2)).toEqual(expect.arrayContaining(EXPECTED.slice(2)));
      expect(data.notices.map(({ code }: LooseJson) => code)).toEqual(['index-unavailable']);
      expect(said).toContain('index 127.0.0.1');
    }
    const mine = await connection.call('get_skill', { name: 'mend-sail' });
    expect(mine.data).toMatchObject({ path: 'skills/mend-sail', source: 'local' });
    expect(mine.data.notices.map(({ code }: LooseJson) => code)).toEqual(['name-ambiguous']);
    const other = await connection.call('get_skill', { path: '127.0.0.1:skills/mend-sail' });
    expect(other.text).toContain('Otherwise.');
    expect(other.text).toContain('Index: 127.0.0.1');
  });

  it('are one answer from the cache when the server is gone, too', async () => {
    await skillgraft('search', 'mend', ...three());
    const url = server.url;
    await server.stop();
    const env2 = { ...env, SKILLGRAFT_INDEX_REFRESH: '1' };
    Object.assign(env, env2);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const args = ['--index', local, '--index', url];
    const { json } = await skillgraft('search', 'mend', '--no-gate', '--json', ...args);
    expect(json.results).toHaveLength(4);
    expect(json.notices.map(({ code }: LooseJson) => code)).toEqual(['index-stale']);
    const one = await skillgraft('search', 'mend', '--no-gate', '--json', '--index', url);
    expect(one.json.notices.map(({ code }: LooseJson) => code)).toEqual(['index-stale']);
    await server.start();
  });
});

describe('the settings of several indexes', () => {
  it('take them from the files of the project and of the user, by scope', async () => {
    mkdirSync(join(temp.dir, 'config', 'skillgraft'), { recursive: true });
    const shared = { name: 'team', index: server.url, scope: 'shared', prefix: 'team', block: ['*-sail'] };
    writeFileSync(join(cwd, 'skillgraft.json'), JSON.stringify({ indexes: [shared] }));
    const mine = join(temp.dir, 'config', 'skillgraft', 'skillgraft.json');
    writeFileSync(mine, JSON.stringify({ indexes: [{ name: 'mine', index: '../../local' }] }));
    const { json } = await skillgraft('list', '--json');
    expect(shownOf(json.skills)).toEqual([
      ['skills/mend-hull', 'team'],
      ['skills/mend-net', 'mine'],
      ['skills/mend-sail', 'mine'],
    ]);
    const shown = await skillgraft('show', 'mend-hull', '--json');
    expect(shown.json.uri).toBe('skill://team/mend-hull/SKILL.md');
    const named = await skillgraft('list', '--json', '--index', local);
    expect(named.json.skills).toHaveLength(2);
    expect(named.json.skills[0].source).toBeUndefined();
    writeFileSync(
      join(cwd, 'skillgraft.json'),
      JSON.stringify({ 'insecure-http': 'yes', index: 'http://example.com' }),
    );
    const refused = await skillgraft('list', '--json');
    expect(refused.stderr).toContain('http://example.com/index.json is not encrypted');
    const several = await skillgraft('stats', '--index', local, '--index', dead);
    expect([several.status, several.stderr]).toEqual([
      2,
      expect.stringContaining('reads one index, and 2 are named'),
    ]);
  });

  it('add what hosts read', async () => {
    writeFileSync(join(cwd, 'skillgraft.json'), '{}');
    writeFileSync(join(temp.dir, 'config', 'skillgraft', 'skillgraft.json'), '{}');
    for (const [folder, name] of [
      [join(cwd, '.github', 'skills'), 'of-project'],
      [join(temp.dir, 'home', '.claude', 'skills'), 'of-user'],
    ] as const) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'SKILL.md'), skillText(name));
    }
    const { json } = await skillgraft('list', '--json', '--user-skills');
    expect(shownOf(json.skills)).toEqual([
      ['of-project', 'project-github'],
      ['of-user', 'user-claude'],
    ]);
    const both = await skillgraft('list', '--json', '--user-skills', '--index', local);
    expect(both.json.skills).toHaveLength(4);
  });
});
