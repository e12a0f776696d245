import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Boundary commits of a shallow clone, from the `shallow` file of the common folder; empty where there is none. */
export async function shallowCommits(commonDir: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(commonDir, 'shallow'), 'latin1').catch(() => '');
  return new Set(text.split('\n').filter((line) => line !== ''));
}
