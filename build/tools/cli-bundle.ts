import { chmodSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { packageRoot } from '../../runtime/package-info.js';
import { COMPILED_SHAPE, madeModules } from './made-modules.js';

/** Small packages that many commands load. */
const INLINED = /^(?:yaml|diff|flexsearch|jsonc-parser|@lezer\/\w+|ajv\/dist\/runtime\/\w+)(?:$|\.js$)/;

/**
 * Bundles the command line into lib/cli.js and lib/chunks/: to find and link hundreds of modules takes longer than many a
 * command. Large packages, and those that few commands need, stay outside.
 *
 * @returns paths of the modules in it
 */
export async function bundleCli(): Promise<string[]> {
  const root = fileURLToPath(packageRoot());
  const bundle = await rolldown({
    cwd: root,
    input: { cli: join(root, 'cli.ts') },
    platform: 'node',
    tsconfig: false,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] }, mainFields: ['module', 'main'] },
    external: (id) =>
      !/^[.\0]/.test(id) && !isAbsolute(id) && COMPILED_SHAPE[id] === undefined && !INLINED.test(id),
    plugins: [madeModules(COMPILED_SHAPE)],
    checks: { bundlerTimings: false },
    onLog(level, log) {
      if (level === 'warn') throw new Error(`The command line cannot be bundled: ${log.message}`);
    },
  });
  const dir = join(root, 'lib');
  rmSync(join(dir, 'chunks'), { recursive: true, force: true });
  try {
    const { output } = await bundle.write({ dir, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });
    chmodSync(join(dir, 'cli.js'), 0o755);
    return output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
  } finally {
    await bundle.close();
  }
}
