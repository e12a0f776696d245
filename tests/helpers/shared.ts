import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../runtime/package-info.js';

/**
 * Path of something in the folder of shared test data that lies beside the repository, or null where it is absent.
 * Use it as `describe.skipIf(sharedPath('cases') === null)`.
 */
export function sharedPath(name: string): string | null {
  const path = fileURLToPath(new URL(`../shared/${name}`, packageRoot()));
  if (existsSync(path)) return path;
  console.warn(`skipped: ../shared/${name} is not there`);
  return null;
}
