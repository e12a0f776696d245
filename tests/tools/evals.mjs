// Compiles tests/evals/*.ts beside the compiled package and prints the table of the shared evaluation sets; `fit` the
// weights that fit them, `ablation` what each part is worth, `usage` what recorded queries are worth (it draws
// tests/bench/usage.svg, too), `floors` the text of tests/evals/floors.json as of now
// (`npm run --silent evals -- floors > tests/evals/floors.json`), `findings` what `check` says of the corpora, and
// `findings CODE` where a rule hits their curated part.
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const TABLES = {
  table: ['evals/table.js', 'evalTable'],
  fit: ['bench/fit/table.js', 'fitTable'],
  ablation: ['evals/ablation.js', 'ablationTable'],
  floors: ['evals/floors.js', 'floorsText'],
  findings: ['evals/findings.js', 'findingsTable'],
  usage: ['evals/usage-table.js', 'usageTable'],
};
const wanted = TABLES[process.argv[2] ?? 'table'];
if (wanted === undefined) {
  console.error(`Name one of these: ${Object.keys(TABLES).join(', ')}.`);
  process.exit(2);
}
const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tests/evals'];
if (spawnSync(process.execPath, tsc, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(2);
const [file, name] = wanted;
const module = await import(pathToFileURL(`${root}lib/tests/${file}`).href);
for await (const line of module[name](...process.argv.slice(3))) console.log(line);
