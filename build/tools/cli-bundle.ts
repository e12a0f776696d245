import { chmodSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { packageRoot } from '../../runtime/package-info.js';
import { COMPILED_SHAPE, madeModules } from './made-modules.js';

/**
 * Bundles the command line into lib/cli.js and lib/chunks/: to find and link hundreds of modules takes longer than many a
 * command. The packages that it depends on stay outside.
 */
export async function bundleCli(): Promise<void> {
  const root = fileURLToPath(packageRoot());
  const bundle = await rolldown({
    cwd: root,
    input: { cli: join(root, 'cli.ts') },
    platform: 'node',
    tsconfig: false,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    external: (id) => !/^[.\0]/.test(id) && !isAbsolute(id) && COMPILED_SHAPE[id] === undefined,
    plugins: [madeModules(COMPILED_SHAPE)],
    checks: { bundlerTimings: false },
    onLog(level, log) {
      if (level === 'warn') throw new Error(`The command line cannot be bundled: ${log.message}`);
    },
  });
  const dir = join(root, 'lib');
  rmSync(join(dir, 'chunks'), { recursive: true, force: true });
  try {
    await bundle.write({ dir, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });
  } finally {
    await bundle.close();
  }
  chmodSync(join(dir, 'cli.js'), 0o755);
}
