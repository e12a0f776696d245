import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NodeMachineOptions, nodeMachine } from '../../../runtime/inspect/node-machine.js';
import { tempFolder } from '../../helpers/git-repo.js';

let temp: ReturnType<typeof tempFolder>;
beforeAll(() => {
  temp = tempFolder('skillgraft-machine-');
  for (const folder of ['one', 'two', 'home', 'work', 'two/folder']) mkdirSync(join(temp.dir, folder));
  writeFileSync(join(temp.dir, 'one', 'plain'), '#!/bin/sh\nexit 1\n');
  writeFileSync(join(temp.dir, 'two', 'plain'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  writeFileSync(join(temp.dir, 'two', 'tool.CMD'), 'exit');
});
afterAll(() => {
  temp.dispose();
});

const at = (...parts: string[]) => join(temp.dir, ...parts);

function machine(env: NodeMachineOptions['env'], platform: NodeJS.Platform = 'linux') {
  return nodeMachine({ env: env ?? {}, cwd: at('work'), platform });
}

describe('the machine', () => {
  it.each<[string, string | undefined, string | null]>([
    ['plain', 'one:two', 'two/plain'],
    ['plain', 'one', null],
    ['folder', 'two', null],
    ['other', 'one:two', null],
    ['plain', undefined, null],
    ['plain', 'gone::two:two', 'two/plain'],
  ])('finds %s on the path %s', async (name, path, expected) => {
    const PATH = path
      ?.split(':')
      .map((folder) => (folder === '' ? '' : at(folder)))
      .join(':');
    const found = await machine({ PATH }).findProgram(name);
    expect(found).toBe(expected === null ? null : at(expected));
  });

  it('goes by endings on Windows', async () => {
    const on = machine({ PATH: `${at('one')};${at('two')}`, PATHEXT: '.EXE;.CMD' }, 'win32');
    expect(await on.findProgram('tool')).toBe(at('two', 'tool.CMD'));
    expect(await on.findProgram('tool.CMD')).toBe(at('two', 'tool.CMD'));
    expect(await on.findProgram('nothing')).toBeNull();
    expect(await on.findProgram('plain')).toBeNull();
  });

  it('tells whether a variable is set', () => {
    const on = machine({ FULL: 'x', EMPTY: '' });
    expect(['FULL', 'EMPTY', 'ABSENT', '__proto__'].map((name) => on.hasVariable(name))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('knows the MCP servers that hosts have, whatever their language', async () => {
    const files: [string, string][] = [
      ['work/.mcp.json', '{"mcpServers": {"github": {}}}'],
      ['work/.vscode/mcp.json', '{"servers": {"docs": {},}} // c'],
      ['work/.cursor/mcp.json', '{ broken'],
      ['work/opencode.json', '{"mcp": {"servers": {"two": {}}}}'],
      ['home/.codex/config.toml', '[mcp_servers.browser]\ncommand = "x"\n'],
      [
        'home/.claude.json',
        JSON.stringify({
          mcpServers: { github: {} },
          projects: { [at('work')]: { mcpServers: { own: {} } } },
        }),
      ],
    ];
    for (const [path, text] of files) {
      mkdirSync(join(at(path), '..'), { recursive: true });
      writeFileSync(at(path), text);
    }
    const on = machine({ HOME: at('home') });
    const servers = await on.mcpServers();
    const where = ['github', 'docs', 'two', 'browser', 'own', 'none'].map(
      (name) => servers.get(name) ?? null,
    );
    expect(where).toEqual([
      at('work/.mcp.json'),
      at('work/.vscode/mcp.json'),
      at('work/opencode.json'),
      at('home/.codex/config.toml'),
      at('home/.claude.json'),
      null,
    ]);
  });
});
