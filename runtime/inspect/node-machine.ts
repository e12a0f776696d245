import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Machine } from './types.js';

export interface NodeMachineOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder that the project's host configurations are looked for in. */
  readonly cwd?: string;
  readonly platform?: NodeJS.Platform;
}

/** The machine that this process runs on. Programs are looked up on the path as a shell does, and never run. */
export function nodeMachine(options: NodeMachineOptions = {}): Machine {
  const { env = process.env, cwd = process.cwd(), platform = process.platform } = options;
  return {
    findProgram: (name) => findOnPath(name, { env, cwd, platform }),
    hasVariable: (name) => Object.hasOwn(env, name) && (env[name] ?? '') !== '',
    async mcpServers() {
      const { knownServers } = await import('../connect/known-servers.js');
      return knownServers({ env, cwd, platform });
    },
  };
}

/** The first file of this name on `PATH` that can be started; on Windows with an ending of `PATHEXT`. */
export async function findOnPath(
  name: string,
  { env, cwd, platform }: Required<NodeMachineOptions>,
): Promise<string | null> {
  const isWindows = platform === 'win32';
  const folders = (env.PATH ?? '').split(isWindows ? ';' : ':').filter((folder) => folder !== '');
  const endings = isWindows ? windowsEndings(name, env.PATHEXT) : [''];
  for (const folder of new Set(folders)) {
    for (const ending of new Set(endings)) {
      const path = resolve(cwd, folder, `${name}${ending}`);
      if (await canStart(path, isWindows)) return path;
    }
  }
  return null;
}

/** A name that has such an ending is looked for as it is, too. */
function windowsEndings(name: string, given = '.COM;.EXE;.BAT;.CMD'): string[] {
  const endings = given.split(';').filter((ending) => ending !== '');
  const isWhole = endings.some((ending) => name.toUpperCase().endsWith(ending.toUpperCase()));
  return isWhole ? ['', ...endings] : endings;
}

async function canStart(path: string, isWindows: boolean): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    if (!isWindows) await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
