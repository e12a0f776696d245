import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../runtime/package-info.js';

export const ROOT = fileURLToPath(packageRoot());
export const CLI = join(ROOT, 'lib', 'cli.js');

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which it is ended, with status null. */
  readonly timeout?: number;
}

/** Runs the compiled command line as users do, in an environment without settings of the machine. */
export function skillgraft(args: readonly string[], options: RunOptions = {}): SpawnSyncReturns<string> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    ...userFolders(),
    ...options.env,
  };
  const { cwd = ROOT, timeout } = options;
  return spawnSync(process.execPath, [CLI, ...args], { cwd, env, encoding: 'utf8', timeout });
}

let userFolder: string | undefined;

/** Settings by which what is kept for a user lies in a folder of this process, removed at its end. */
export function userFolders(): Readonly<Record<'XDG_CACHE_HOME' | 'XDG_STATE_HOME', string>> {
  if (userFolder === undefined) {
    const { path, remove } = temporaryFolder();
    userFolder = path;
    process.once('exit', remove);
    // So ends a worker of vitest.
    process.once('SIGTERM', () => {
      remove();
      process.kill(process.pid, 'SIGTERM');
    });
  }
  return { XDG_CACHE_HOME: join(userFolder, 'cache'), XDG_STATE_HOME: join(userFolder, 'state') };
}

/** A new folder outside of any repository; `remove` takes it away. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'skillgraft-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
