// Compiles tests/evals/*.ts beside the compiled package and prints the table of the shared evaluation sets.
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tests/evals'];
if (spawnSync(process.execPath, tsc, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(2);
const { evalTable } = await import(pathToFileURL(`${root}lib/tests/evals/table.js`).href);
for await (const line of evalTable()) console.log(line);
