import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { packageRoot, packageVersion } from '../../runtime/package-info.js';
import { toBase64 } from '../../schema/codec.js';
import { edgeModel } from './edge-model.js';
import { anyOf, COMPILED_SHAPE, type MadeModules, madeModules } from './made-modules.js';

/** What needs files, processes or git, and what a worker has in its place: below `runtime/`, in `runtime/edge/instead/`. */
const INSTEAD: Readonly<Record<string, string>> = {
  'embed/model-folder': 'model-folder',
  'git/open': 'git-open',
  'propose/commit-settings': 'commit-settings',
  'propose/git-config': 'git-config',
  'propose/git/list-proposals': 'list-proposals',
  'propose/git/write-proposal': 'write-proposal',
  'propose/main-line': 'main-line',
  'propose/open-proposal': 'open-proposal',
  'propose/sink-remote': 'sink-remote',
  'propose/sinks/pull-request': 'pull-request',
};

/** The same for modules of Node. */
const NODE_INSTEAD: Readonly<Record<string, string>> = {
  'node:crypto': 'node-crypto',
  'node:fs': 'node-fs',
  'node:path': 'node-path',
};

const MADE: MadeModules = {
  ...COMPILED_SHAPE,
  'skillgraft:embedded-model': embeddedModel,
  'skillgraft:version': () => `export const version = ${JSON.stringify(packageVersion())};`,
};

/** Bundles the worker: the text of one module without imports, and the paths of the modules in it. */
export async function bundleWorker(): Promise<{
  readonly code: string;
  readonly modules: readonly string[];
}> {
  const root = fileURLToPath(packageRoot());
  const bundle = await rolldown({
    cwd: root,
    input: join(root, 'runtime/edge/worker.ts'),
    platform: 'neutral',
    tsconfig: false,
    resolve: {
      conditionNames: ['workerd', 'worker', 'browser', 'import', 'default'],
      mainFields: ['browser', 'module', 'main'],
      extensionAlias: { '.js': ['.ts', '.js'] },
    },
    plugins: [madeModules(MADE), instead(root)],
    // How long it takes says nothing of the worker.
    checks: { bundlerTimings: false },
    onLog(level, log) {
      if (level === 'warn') throw new Error(`The worker cannot be bundled: ${log.message}`);
    },
  });
  try {
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false, minify: true });
    const [{ code, fileName, imports, dynamicImports, moduleIds }, ...more] = output;
    const named = [...imports, ...dynamicImports, ...more.map((one) => one.fileName)];
    const left = named.filter((name) => name !== fileName);
    if (left.length > 0) throw new Error(`The worker is not one file: ${left.join(', ')}`);
    return { code, modules: moduleIds };
  } finally {
    await bundle.close();
  }
}

function instead(root: string): Plugin {
  const place = (name: string): string => join(root, 'runtime/edge/instead', `${name}.ts`);
  const ours = new Map(
    Object.entries(INSTEAD).map(([from, to]) => [join(root, 'runtime', `${from}.ts`), place(to)]),
  );
  const names = Object.keys(INSTEAD).map((path) => `(?:.*/)?${path.split('/').at(-1)}\\.js`);
  return {
    name: 'instead',
    resolveId: {
      filter: { id: anyOf([...names, 'node:.*']) },
      async handler(id, importer) {
        const node = NODE_INSTEAD[id];
        if (node !== undefined) return place(node);
        if (id.startsWith('node:')) throw new Error(`${importer} imports ${id}, which a worker has not.`);
        const resolved = await this.resolve(id, importer, { skipSelf: true });
        return ours.get(resolved?.id ?? '') ?? resolved;
      },
    },
  };
}

function embeddedModel(): string {
  const { card, table, vocab } = edgeModel();
  const parts = Object.entries({ card, table: toBase64(table), vocab });
  return parts.map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`).join('\n');
}
