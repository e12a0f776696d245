// Compiles tests/bench/*.ts and puts a server under load, with a reload every 20 s: `npm run soak -- --minutes 10`. Ends
// with 1 where a call failed or memory grew, with 2 where it could not run.
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 2)) {
  console.error('--minutes takes a number from 2 on: half of them are for warming up.');
  process.exit(2);
}
const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tests/bench'];
if (spawnSync(process.execPath, tsc, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(2);
const { soak } = await import(pathToFileURL(`${root}lib/tests/bench/soak.js`).href);
const report = await soak(minutes);
if (report === null) process.exit(2);
for (const line of report.lines) console.log(line);
process.exitCode = report.isGood ? 0 : 1;
