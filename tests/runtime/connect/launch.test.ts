import { describe, expect, it } from 'vitest';
import { launchServer, type Program } from '../../../runtime/connect/launch.js';

const LINUX: Program = { platform: 'linux', node: '/bin/node', script: '/opt/s/lib/cli.js', onPath: null };
const NPX = '/home/u/.npm/_npx/0123/node_modules/skillgraft/lib/cli.js';

describe('how the server is started', () => {
  it.each<[string, Program, string]>([
    ['by its name where that is this program', { ...LINUX, onPath: '/opt/s/lib/cli.js' }, 'skillgraft serve'],
    ['by Node where the name is not there', LINUX, '/bin/node /opt/s/lib/cli.js serve'],
    [
      'by Node where the name is another one',
      { ...LINUX, onPath: '/usr/lib/other.js' },
      '/bin/node /opt/s/lib/cli.js serve',
    ],
    ['by npx where npx keeps it', { ...LINUX, script: NPX, onPath: NPX }, 'npx -y skillgraft serve'],
    [
      'by npx in a shell on Windows',
      { ...LINUX, platform: 'win32', script: NPX },
      'cmd /c npx -y skillgraft serve',
    ],
    [
      'by Node on Windows',
      { ...LINUX, platform: 'win32', onPath: LINUX.script },
      '/bin/node /opt/s/lib/cli.js serve',
    ],
  ])('%s', (_, program, line) => {
    const server = launchServer(program, ['/a b/dist']);
    expect(server).toMatchObject({ kind: 'stdio' });
    const { command, args } = server as { command: string; args: readonly string[] };
    expect([command, ...args]).toEqual([...line.split(' '), '--index', '/a b/dist']);
  });
});
