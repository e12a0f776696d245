import type { Server } from './types.js';

/** How this program can be started. */
export interface Program {
  readonly platform: NodeJS.Platform;
  /** Full path of Node. */
  readonly node: string;
  /** Full path of the program's script, links resolved. */
  readonly script: string;
  /** Full path, links resolved, of the `skillgraft` that the path leads to; null: none. */
  readonly onPath: string | null;
}

/**
 * The command line that starts the server: `skillgraft` where that is this program for everybody, `npx` where npx has
 * it in its cache, which it clears; else Node and the script. Windows starts no script by its bare name without a shell.
 */
export function launchServer(program: Program, index: readonly string[]): Server {
  const { platform, node, script, onPath } = program;
  const serve = ['serve', ...index.flatMap((place) => ['--index', place])];
  const isWindows = platform === 'win32';
  if (/[/\\]_npx[/\\]/.test(script)) {
    const npx = ['npx', '-y', 'skillgraft', ...serve];
    const [command, ...args] = isWindows ? ['cmd', '/c', ...npx] : npx;
    return { kind: 'stdio', command: command!, args };
  }
  if (!isWindows && onPath === script) return { kind: 'stdio', command: 'skillgraft', args: serve };
  return { kind: 'stdio', command: node, args: [script, ...serve] };
}
