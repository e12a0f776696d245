// Compiles, runs the tests and ends with the line `N passed, N failed`, whatever happens on the way.
// Arguments go to vitest: `npm test -- tests/runtime/cli`. `--all` runs the long ones, too (see vitest.config.ts).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const report = 'node_modules/.cache/skillgraft/tests.json';

const compiled = run('npm', ['run', '--silent', 'build']);
const tested = compiled === 0 ? runVitest() : compiled;
const counts = compiled === 0 ? readCounts() : { passed: 0, failed: 0, skipped: 0 };
const failed = tested === 0 && counts.passed > 0 ? counts.failed : Math.max(counts.failed, 1);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`${counts.passed} passed, ${failed} failed${skipped}`);
process.exitCode = failed === 0 ? 0 : 1;

function runVitest() {
  rmSync(`${root}${report}`, { force: true });
  mkdirSync(`${root}node_modules/.cache/skillgraft`, { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = 'node_modules/vitest/vitest.mjs';
  const args = process.argv.slice(2);
  if (args.includes('--all')) process.env.SKILLGRAFT_TEST_ALL = '1';
  const own = args.filter((arg) => arg !== '--all');
  return run(process.execPath, [vitest, 'run', ...reporters, ...own]);
}

/** 1 where the program could not be started or was killed. */
function run(program, args) {
  const shell = process.platform === 'win32' && program === 'npm';
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', shell });
  return status ?? 1;
}

/** A file that could not be loaded has no test of its own: it counts as one that failed. */
function readCounts() {
  try {
    const result = JSON.parse(readFileSync(`${root}${report}`, 'utf8'));
    const broken = result.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests + broken.length,
      skipped: result.numPendingTests + result.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
