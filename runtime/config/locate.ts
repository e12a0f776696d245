import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONFIG_FILE } from './parse-file.js';

/** Where a project is: the folder that relative default paths start from, and its settings file. */
export interface Project {
  readonly folder: string;
  readonly file: string | null;
}

/**
 * Looks for the nearest settings file from a folder upwards, never beyond the repository's root. Without a
 * repository only the folder itself counts, so that a stranger's file further up has no say.
 */
export function locateProject(cwd: string): Project {
  let nearest: Project | null = null;
  let folder = cwd;
  for (;;) {
    const file = join(folder, CONFIG_FILE);
    if (nearest === null && existsSync(file)) nearest = { folder, file };
    if (existsSync(join(folder, '.git'))) return nearest ?? { folder, file: null };
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return nearest?.folder === cwd ? nearest : { folder: cwd, file: null };
}
