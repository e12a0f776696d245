// Compiles tests/conformance/*.ts, runs the official conformance suite and the inspector, and prints a line a figure. Ends
// with 1 where one is not what is expected, with 2 where it could not run, such as without a network the first time.
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tests/conformance'];
if (spawnSync(process.execPath, tsc, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(2);
const { conformance } = await import(pathToFileURL(`${root}lib/tests/conformance/conformance.js`).href);

let [reached, all] = [0, 0];
try {
  for await (const { line, isReached, details } of conformance()) {
    console.log(`${isReached ? '✓' : '✗'} ${line}`);
    for (const detail of details) console.log(`    ${detail}`);
    all += 1;
    if (isReached) reached += 1;
  }
  console.log(`conformance: ${reached} of ${all} figures as expected`);
  process.exitCode = reached === all ? 0 : 1;
} catch (error) {
  if (error.code === undefined) throw error;
  console.error(`${error.message}\n${error.hint ?? ''}`);
  process.exitCode = 2;
}
