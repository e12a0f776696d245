import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIndex, publishArtifact } from '../../build/index.js';
import { packageRoot } from '../../runtime/package-info.js';
import { corpusFolder } from '../helpers/corpus-folder.js';
import { against, inTurn } from './measure.js';
import type { BenchRow } from './row.js';

const RUNS = 21;

/** A whole `skillgraft search x` process against node doing nothing. */
export async function benchColdStart(): Promise<BenchRow[]> {
  const folder = corpusFolder(1_000);
  if (folder === null) return [];
  try {
    const out = join(folder.dir, 'dist');
    const result = await buildIndex({ repo: folder.dir, out });
    await publishArtifact(result, out);
    const cli = fileURLToPath(new URL('lib/cli.js', packageRoot()));
    const run = (args: readonly string[]) => execFileSync(process.execPath, args, { cwd: folder.dir });
    const times = await inTurn(
      RUNS,
      () => run([cli, 'search', 'x', '--index', out]),
      () => run(['-e', '0']),
    );
    const words = await inTurn(
      RUNS,
      () => run([cli, 'search', 'deploy a container', '--index', out]),
      () => run(['-e', '0']),
    );
    const name = `${result.skills.length} skills`;
    return [
      against(`skillgraft search x, ${name}`, times.ours, 'node -e 0', times.peer, { limit: 3 }),
      against(`skillgraft search "deploy a container", ${name}`, words.ours, 'node -e 0', words.peer, {
        limit: 3,
      }),
    ];
  } finally {
    folder.dispose();
  }
}
