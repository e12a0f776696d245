import { isAbsolute, relative, sep } from 'node:path';
import type { Host, Place, Server } from './types.js';

/** The server for a file that a project shares: indexes in the project's folder are named from there, where the host can. */
export function forProject(server: Server, { projectFolder }: Host, { cwd }: Pick<Place, 'cwd'>): Server {
  if (server.kind !== 'stdio' || projectFolder === undefined) return server;
  const args = server.args.map((arg, at) => {
    const below = server.args[at - 1] === '--index' && isAbsolute(arg) ? pathBelow(cwd, arg) : null;
    if (below === null) return arg;
    return [projectFolder, below].filter((part) => part !== '' && part !== '.').join('/') || '.';
  });
  return { ...server, args };
}

/** Paths that lead nowhere on another machine. */
export function machinePaths(server: Server): string[] {
  return server.kind === 'stdio' ? [server.command, ...server.args].filter((word) => isAbsolute(word)) : [];
}

/** POSIX path from a folder, empty for itself; null where it leads out of it. */
function pathBelow(folder: string, path: string): string | null {
  const below = relative(folder, path);
  if (isAbsolute(below) || below === '..' || below.startsWith(`..${sep}`)) return null;
  return below.split(sep).join('/');
}
