// Compiles tests/bench/*.ts and runs every exported function named bench..., each file in a process of its own. All of
// them, or those whose file names hold an argument: `npm run bench -- lineage`. Ends with 1 where a limit is missed.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [mode, file] = process.argv.slice(2);
if (mode === '--file') await runFile(file);
else compileAndRun(process.argv.slice(2));

function compileAndRun(wanted) {
  if (!run(['node_modules/typescript/bin/tsc', '-p', 'tests/bench'])) {
    process.exitCode = 2;
    return;
  }
  const names = readdirSync(`${root}tests/bench`)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
    .sort();
  for (const name of names) {
    const script = fileURLToPath(import.meta.url);
    const compiled = `${root}lib/tests/bench/${name}.js`;
    if (!run(['--expose-gc', script, '--file', compiled])) process.exitCode = 1;
  }
}

function run(args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

async function runFile(path) {
  const module = await import(pathToFileURL(path).href);
  for (const [name, bench] of Object.entries(module)) {
    if (!name.startsWith('bench') || typeof bench !== 'function') continue;
    console.log(`\n# ${name}`);
    for (const row of await bench()) show(row);
  }
}

/** One line a row; a row is good where its ratio (with a peer) or its median is not over its limit. */
function show(row) {
  const measured = row.peerMedian === undefined ? row.median : row.median / row.peerMedian;
  const missed = row.limit !== undefined && measured > row.limit;
  if (missed) process.exitCode = 1;
  const parts = [`${row.name}: ${figure(row.median)} ${row.unit}`];
  if (row.peerMedian !== undefined) {
    parts.push(`${figure(measured)} times ${row.peer} (${figure(row.peerMedian)} ${row.unit})`);
  }
  if (row.limit !== undefined) parts.push(`${missed ? 'MISSED' : 'within'} the limit of ${row.limit}`);
  if (row.note !== undefined) parts.push(row.note);
  console.log(parts.join('; '));
}

function figure(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
