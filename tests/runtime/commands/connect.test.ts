import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHost } from '../../../runtime/connect/connect-host.js';
import { findHost } from '../../../runtime/connect/hosts/index.js';
import { CLI, skillgraft } from '../../helpers/cli.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

let sample: SampleRepo;
let home: string;
beforeAll(async () => {
  sample = await sampleRepo();
  home = join(sample.repo.dir, '..', 'home');
  mkdirSync(home);
});
afterAll(() => sample.dispose());

let count = 0;
/** A folder of a project, and what runs in it. */
function project() {
  count += 1;
  const dir = join(sample.repo.dir, '..', `project-${count}`);
  mkdirSync(dir);
  const run = (...args: string[]) =>
    skillgraft(['connect', ...args], { cwd: dir, env: { HOME: home, SKILLGRAFT_INDEX: sample.out } });
  return { dir, run };
}

/** A search path on which `skillgraft` is this program. */
function pathWithSkillgraft(dir: string): string {
  const bin = join(dir, 'bin');
  mkdirSync(bin);
  symlinkSync(CLI, join(bin, 'skillgraft'));
  chmodSync(CLI, 0o755);
  return [bin, process.env.PATH].join(delimiter);
}

interface Started {
  readonly command: string;
  readonly args: string[];
}

/** Starts what a configuration says with the official client, and asks it something. */
async function find(started: Started, env: Record<string, string> = {}): Promise<string> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StdioClientTransport({
    ...started,
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  try {
    const { content } = await client.callTool({ name: 'search_skills', arguments: { query: 'candle wick' } });
    return content[0]?.type === 'text' ? content[0].text : '';
  } finally {
    await client.close();
  }
}

describe('skillgraft connect', () => {
  it('lists the hosts that it knows', () => {
    const { status, stdout } = project().run();
    expect(status).toBe(0);
    for (const name of [
      'claude-code',
      'claude-desktop',
      'codex',
      'cursor',
      'vscode',
      'gemini',
      'opencode',
      'lobechat',
      'json',
    ])
      expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
  });

  it('prints what starts the server, and nothing else', async () => {
    const { dir, run } = project();
    const { status, stdout, stderr } = run('claude-code');
    expect({ status, files: readdirSync(dir) }).toEqual({ status: 0, files: [] });
    expect(stderr).toContain('Then: ');
    const { skills } = JSON.parse(stdout).mcpServers;
    expect(skills.args.slice(-3)).toEqual(['serve', '--index', sample.out]);
    expect(await find(skills)).toContain('clip-wick');
  });

  it('writes for Codex what starts the server', async () => {
    const { run } = project();
    expect(run('codex', '--write', '--name', 'team_skills').status).toBe(0);
    const { mcp_servers } = parseToml(
      readFileSync(join(home, '.codex', 'config.toml'), 'utf8'),
    ) as unknown as {
      mcp_servers: Record<string, Started>;
    };
    expect(await find(mcp_servers.team_skills!)).toContain('clip-wick');
  });

  it('goes by its name where the path leads to it', async () => {
    const { dir } = project();
    const PATH = pathWithSkillgraft(dir);
    const named = skillgraft(['connect', 'json', '--index', sample.out], {
      cwd: dir,
      env: { HOME: home, PATH },
    });
    const { skills } = JSON.parse(named.stdout).mcpServers;
    expect(skills).toEqual({ command: 'skillgraft', args: ['serve', '--index', sample.out] });
    expect(await find(skills, { PATH })).toContain('clip-wick');
    const passing = join(dir, 'node_modules', '.bin');
    mkdirSync(passing, { recursive: true });
    symlinkSync(CLI, join(passing, 'skillgraft'));
    const env = {
      HOME: home,
      PATH: [passing, process.env.PATH].join(delimiter),
      SKILLGRAFT_INDEX: sample.out,
    };
    const byNode = skillgraft(['connect', 'json'], { cwd: dir, env });
    expect(JSON.parse(byNode.stdout).mcpServers.skills).toMatchObject({ command: process.execPath });
  });

  it('writes where told, says what changed, and does nothing the second time', () => {
    const { dir, run } = project();
    const file = join(dir, '.vscode', 'mcp.json');
    mkdirSync(join(dir, '.vscode'));
    writeFileSync(
      file,
      '{\n  // mine\n  "servers": {\n    "one": { "type": "http", "url": "u", "headers": { "A": "geheim" } } // stays\n  }\n}\n',
    );
    const first = run('vscode', '--write');
    expect(first).toMatchObject({ status: 0, stdout: '' });
    expect(first.stderr).toContain('+    "skills": {');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('} }, // stays\n    "skills": {');
    expect(run('vscode', '--write').stderr).toContain('nothing was written');
    const other = run('vscode', '--write', '--http', 'https://a.example');
    expect(other).toMatchObject({ status: 2 });
    expect(other.stderr).toContain('--force');
    expect(readFileSync(file, 'utf8')).toBe(text);
    const replaced = run('vscode', '--write', '--http', 'https://a.example', '--force', '--json');
    expect(JSON.parse(replaced.stdout)).toMatchObject({ state: 'replaced', file });
    expect(replaced.stdout + replaced.stderr).not.toContain('geheim');
  });

  it('leaves a file that it cannot read alone', () => {
    const { dir, run } = project();
    writeFileSync(join(dir, '.mcp.json'), '{"a": 1,}');
    const { status, stderr } = run('claude-code', '--write');
    expect({ status, text: readFileSync(join(dir, '.mcp.json'), 'utf8') }).toEqual({
      status: 2,
      text: '{"a": 1,}',
    });
    expect(stderr).toContain('line 1');
  });

  it.each([
    [['nowhere'], 'There is no host'],
    [['json', '--name', '../x'], '--name cannot be'],
    [['json', '--name', '__proto__'], '--name cannot be'],
    [['json', '--token-env', 'A'], '--token-env goes with --http'],
    [['json', '--http', 'https://a.example', '--index', 'x'], 'at once'],
    [['json', '--write'], 'by hand'],
    [['claude-desktop', '--http', 'https://a.example'], 'Connectors'],
    [['claude-desktop', '--scope', 'project'], 'no configuration of scope project'],
  ])('refuses %j', (args, text) => {
    const { status, stdout, stderr } = project().run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(text);
  });

  it('says where the index is to be built', () => {
    const { dir } = project();
    const { status, stderr } = skillgraft(['connect', 'json'], { cwd: dir, env: { HOME: home } });
    expect({ status, there: existsSync(join(dir, 'dist')) }).toEqual({ status: 0, there: false });
    expect(stderr).toContain('skillgraft build');
  });

  it.each([
    ['claude-code', '.mcp.json', 'dist'],
    ['cursor', '.cursor/mcp.json', `\${workspaceFolder}/dist`],
    ['vscode', '.vscode/mcp.json', `\${workspaceFolder}/dist`],
  ])(
    'names an index of the project from there for %s, and tells of paths of this machine',
    (host, file, index) => {
      const { dir } = project();
      const PATH = pathWithSkillgraft(dir);
      const run = (...args: string[]) =>
        skillgraft(['connect', host, '--write', ...args], { cwd: dir, env: { HOME: home, PATH } });
      const own = run('--index', 'dist', '--index', 'branch:published');
      const text = readFileSync(join(dir, file), 'utf8');
      const { skills } = Object.values(JSON.parse(text) as Record<string, Record<string, Started>>)[0]!;
      expect(skills).toMatchObject({
        command: 'skillgraft',
        args: ['serve', '--index', index, '--index', 'branch:published'],
      });
      expect(own.stderr).not.toContain('paths of this machine');
      expect(own.stderr).toContain('There is no index at');
      expect(own.stderr).not.toMatch(/no index at \S*branch:/);
      expect(run('--name', 'far', '--index', sample.out).stderr).toContain(
        `paths of this machine: ${sample.out}.`,
      );
    },
  );

  it('puts in all that is written at once', async () => {
    const { dir } = project();
    const server = { kind: 'http', url: 'https://a.example/mcp', tokenEnv: null } as const;
    const place = { home, cwd: dir, platform: process.platform, env: {} };
    const request = { host: findHost('claude-code'), server, place, write: true, force: false };
    await Promise.all(['a', 'b', 'c'].map((name) => connectHost({ ...request, name })));
    const { mcpServers } = JSON.parse(readFileSync(join(dir, '.mcp.json'), 'utf8'));
    expect(Object.keys(mcpServers).sort()).toEqual(['a', 'b', 'c']);
  });

  it('names every index that is named here, and leaves those of the settings to the server', () => {
    const { dir } = project();
    const args = (...more: string[]) => {
      const { stdout, stderr } = skillgraft(['connect', 'json', ...more], { cwd: dir, env: { HOME: home } });
      return { args: JSON.parse(stdout).mcpServers.skills.args.slice(1), stderr };
    };
    const both = args('--index', 'a', '--index', 'https://b.example/dist').args;
    expect(both).toEqual(['serve', '--index', join(dir, 'a'), '--index', 'https://b.example/dist']);
    writeFileSync(join(dir, 'skillgraft.json'), '{"indexes": [{"index": "https://b.example/dist"}]}');
    const settings = args();
    expect(settings.args).toEqual(['serve']);
    expect(settings.stderr).toContain('skillgraft.json');
  });
});
