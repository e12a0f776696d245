import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHost } from '../../../runtime/connect/connect-host.js';
import { findHost, HOSTS } from '../../../runtime/connect/hosts/index.js';
import { httpServer } from '../../../runtime/connect/http-server.js';
import type { Host, Place, Scope, Server } from '../../../runtime/connect/types.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';
import { FORMATS, type HostSchema, OPENCODE_2 } from './host-formats.js';

const STDIO: Server = {
  kind: 'stdio',
  command: '/usr/bin/node',
  args: ['cli.js', 'serve', '--index', '/a b/dist'],
};
const HTTP = httpServer('https://skills.example.com/mcp', undefined);
const WITH_TOKEN = httpServer('https://skills.example.com/mcp', 'SKILLGRAFT_TOKEN');

let temp: ReturnType<typeof tempFolder>;
let place: Place;
beforeAll(() => {
  temp = tempFolder('skillgraft-connect-');
  place = { home: join(temp.dir, 'home'), cwd: join(temp.dir, 'work'), platform: 'linux', env: {} };
  mkdirSync(place.cwd, { recursive: true });
});
afterAll(() => temp.dispose());

const ask = (host: Host, server: Server, more: { scope?: Scope; write?: boolean; place?: Place } = {}) =>
  connectHost({ host, server, name: 'skills', place, write: false, force: false, ...more });

function read(host: Host, text: string): unknown {
  if (host.format === 'toml') return parseToml(text);
  return host.format === 'json' ? JSON.parse(text) : parseJsonc(text);
}

function faults(schema: HostSchema, value: unknown) {
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
  return validate(value) ? [] : validate.errors;
}

describe.each(HOSTS.map((host) => [host.name, host] as const))('the configuration for %s', (name, host) => {
  it('has a documented format that is known here', () => {
    expect(FORMATS[name]).toBeDefined();
    expect(host.docs).toMatch(/^https:\/\//);
  });

  it.each([
    ['a program', STDIO],
    ['an address', HTTP],
    ['an address with a token', WITH_TOKEN],
  ])('is what its vendor documents: %s', async (_, server) => {
    if (name === 'claude-desktop' && server.kind === 'http') {
      expect(await codeOf(ask(host, server))).toBe('host-transport');
      return;
    }
    const { configuration, next } = await ask(host, server);
    expect(faults(FORMATS[name]!, read(host, configuration))).toEqual([]);
    expect(next).toMatch(/\.$/);
  });

  it('starts the server as it was told', async () => {
    const { configuration } = await ask(host, STDIO);
    for (const word of ['/usr/bin/node', 'cli.js', 'serve', '--index', '/a b/dist'])
      expect(configuration).toContain(JSON.stringify(word));
  });
});

describe('places', () => {
  const where = async (name: string, on: Partial<Place>, scope?: Scope) =>
    (
      await ask(findHost(name), STDIO, {
        place: { ...place, cwd: '/work', home: '/home/u', ...on },
        ...(scope ? { scope } : {}),
      })
    ).file;

  it.each<[string, Scope | undefined, Partial<Place>, string | null]>([
    ['claude-code', undefined, {}, '/work/.mcp.json'],
    ['claude-code', 'user', {}, '/home/u/.claude.json'],
    ['claude-desktop', undefined, {}, '/home/u/.config/Claude/claude_desktop_config.json'],
    [
      'claude-desktop',
      'user',
      { platform: 'darwin' },
      '/home/u/Library/Application Support/Claude/claude_desktop_config.json',
    ],
    [
      'claude-desktop',
      'user',
      { platform: 'win32', env: { APPDATA: '/appdata' } },
      '/appdata/Claude/claude_desktop_config.json',
    ],
    ['codex', undefined, {}, '/home/u/.codex/config.toml'],
    ['codex', undefined, { env: { CODEX_HOME: '/codex' } }, '/codex/config.toml'],
    ['codex', 'project', {}, '/work/.codex/config.toml'],
    ['cursor', undefined, {}, '/work/.cursor/mcp.json'],
    ['vscode', undefined, {}, '/work/.vscode/mcp.json'],
    ['vscode', 'user', { env: { XDG_CONFIG_HOME: '/xdg' } }, '/xdg/Code/User/mcp.json'],
    ['gemini', undefined, {}, '/work/.gemini/settings.json'],
    ['opencode', 'user', {}, '/home/u/.config/opencode/opencode.json'],
    ['lobechat', undefined, {}, null],
    ['json', undefined, {}, null],
  ])('%s, scope %s, %o', async (name, scope, on, path) => {
    expect(await where(name, on, scope)).toBe(path);
  });

  it.each<[string, Scope]>([
    ['claude-desktop', 'project'],
    ['lobechat', 'user'],
  ])('%s has none of scope %s', async (name, scope) => {
    expect(await codeOf(ask(findHost(name), STDIO, { scope }))).toBe('bad-option');
  });

  it.each(['lobechat', 'json'])('%s is never written', async (name) => {
    expect(await codeOf(ask(findHost(name), STDIO, { write: true }))).toBe('host-no-file');
  });

  it('follows the form and the file of OpenCode that is there', async () => {
    const file = join(place.cwd, 'opencode.jsonc');
    writeFileSync(file, '{\n  // mine\n  "mcp": { "servers": {} },\n}\n');
    const answer = await ask(findHost('opencode'), STDIO);
    expect(answer.file).toBe(file);
    expect(faults(OPENCODE_2, JSON.parse(answer.configuration))).toEqual([]);
  });
});

describe('words', () => {
  it('knows hosts by name, and offers the nearest', () => {
    expect(findHost('VSCode').name).toBe('vscode');
    expect(() => findHost('claude-cod')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('claude-code') }),
    );
    expect(() => findHost('__proto__')).toThrow(expect.objectContaining({ code: 'host-unknown' }));
  });

  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/mcp'],
    ['https://a.example/skills/mcp#x', 'https://a.example/skills/mcp'],
  ])('reads the address %s', (address, url) => {
    expect(httpServer(address, undefined)).toEqual({ kind: 'http', url, tokenEnv: null });
  });

  it.each([
    ['ftp://a.example', undefined],
    ['skills', undefined],
    ['https://me:geheim@a.example', undefined],
    ['https://a.example', 'A=geheim'],
    ['https://a.example', ''],
  ])('refuses %s with the token in %s, and repeats no secret', (address, tokenEnv) => {
    const refused = expect.objectContaining({
      code: 'bad-option',
      message: expect.not.stringContaining('geheim'),
    });
    expect(() => httpServer(address, tokenEnv)).toThrow(refused);
  });
});
