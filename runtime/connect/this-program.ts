import { realpath } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOnPath } from '../inspect/node-machine.js';
import { packageRoot } from '../package-info.js';
import type { Program } from './launch.js';
import type { Place } from './types.js';

/** How this program can be started on this machine. */
export async function thisProgram(place: Place): Promise<Program> {
  const { env, cwd, platform } = place;
  const script = await realpath(fileURLToPath(new URL('lib/cli.js', packageRoot())));
  const found = await findOnPath('skillgraft', {
    env: { ...env, PATH: lastingPath(env.PATH) },
    cwd,
    platform,
  });
  return { platform, node: process.execPath, script, onPath: found === null ? null : await realpath(found) };
}

/** Folders that npm and npx put on the path for one run only are left out. */
function lastingPath(path = ''): string {
  return path
    .split(delimiter)
    .filter((folder) => !/[/\\]node_modules[/\\]\.bin$/.test(resolve(folder)))
    .join(delimiter);
}
