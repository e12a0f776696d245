// Generates schema/RULES.md from the kinds of findings (compile first). With --check it writes nothing and fails where
// the committed file is not what the kinds give.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allKinds } from '../../lib/build/report/all-kinds.js';
import { rulesMarkdown } from '../../lib/build/report/rule-page.js';

const target = fileURLToPath(new URL('../../schema/RULES.md', import.meta.url));
const text = rulesMarkdown(allKinds);

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (read(target) !== text) {
  console.error('schema/RULES.md is not what the kinds of findings give. Run: npm run rules');
  process.exitCode = 1;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
