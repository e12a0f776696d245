import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseSkill } from '../../../schema/skill/parse.js';
import { validateSkill } from '../../../schema/skill/validate.js';
import { corpusFiles } from '../../helpers/corpus.js';
import { sharedPath } from '../../helpers/shared.js';

/** The reference validator on PyPI. */
const PACKAGE = 'skills-ref==0.1.1';

const ORACLE = `
import json, pathlib, sys
from skills_ref.validator import validate
out = {}
root = pathlib.Path(sys.argv[1])
for name in json.load(sys.stdin):
    try:
        out[name] = validate((root / name).parent)
    except Exception as error:
        out[name] = ['crash: ' + type(error).__name__]
json.dump(out, sys.stdout)
`;

const folder = mkdtempSync(join(tmpdir(), 'skills-ref-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Python with the package, or null where it cannot be had. */
function oraclePython(): string | null {
  if (sharedPath('corpora') === null) return null;
  const venv = join(folder, 'venv');
  const python = join(venv, 'bin', 'python');
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { stdio: 'ignore', timeout: 120_000 }).status === 0;
  if (run('python3', '-m', 'venv', venv) && run(python, '-m', 'pip', 'install', '-q', PACKAGE)) return python;
  console.warn(`skipped: ${PACKAGE} cannot be installed here`);
  return null;
}

/** Why the two may differ on a file, or null where no reason is known. */
function reason(errors: readonly string[], own: readonly string[], text: string): string | null {
  const all = errors.join(' ');
  if (/flow|JSONesque/iu.test(all)) return 'the reference refuses YAML in flow style: [a, b] and {a: b}';
  if (own.length === 0) return null;
  const [, block = '', ...rest] = text.split('---');
  const behind = rest.join('---');
  if (!block.endsWith('\n') || !/^\s*(?:\n|$)/u.test(behind))
    return 'the reference ends front matter at any three dashes';
  if (/^[\w-]+: "[^"\n]*\n(?=\S)/mu.test(block))
    return 'the reference takes text in quotes that goes on at the margin';
  return null;
}

const python = oraclePython();

describe.skipIf(python === null)(
  `profile spec and ${PACKAGE} (needs ../shared/corpora, python3 and a package index)`,
  () => {
    it('agree on what is accepted, but for three known classes', { timeout: 300_000 }, () => {
      // The reference also reads skill.md, which is never a skill here.
      const files = corpusFiles().filter(({ path }) => path.endsWith('/SKILL.md'));
      for (const { path, bytes } of files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), bytes);
      }
      writeFileSync(join(folder, 'oracle.py'), ORACLE);
      const input = JSON.stringify(files.map((one) => one.path));
      const output = execFileSync(python!, [join(folder, 'oracle.py'), folder], {
        input,
        encoding: 'utf8',
        maxBuffer: 1e8,
      });
      const verdicts = JSON.parse(output) as Record<string, string[]>;
      const classes: Record<string, number> = {};
      const unknown: string[] = [];
      let agreed = 0;
      for (const { path, bytes } of files) {
        const own = ownErrors(path, bytes);
        const errors = verdicts[path]!;
        if ((own.length === 0) === (errors.length === 0)) agreed++;
        else {
          const why = reason(errors, own, Buffer.from(bytes).toString('utf8'));
          if (why === null) unknown.push(`${path}: ${own.join(' ')} | ${errors.join(' ')}`);
          else classes[why] = (classes[why] ?? 0) + 1;
        }
      }
      expect(unknown).toEqual([]);
      expect(agreed + Object.values(classes).reduce((sum, one) => sum + one, 0)).toBe(files.length);
      expect(classes).toEqual({
        'the reference ends front matter at any three dashes': 3,
        'the reference refuses YAML in flow style: [a, b] and {a: b}': 425,
        'the reference takes text in quotes that goes on at the margin': 8,
      });
    });
  },
);

function ownErrors(path: string, bytes: Uint8Array): string[] {
  const { document, findings } = parseSkill(bytes, path);
  const folderName = path.split('/').at(-2)!;
  const judged = document ? validateSkill({ path, folderName, document, profile: 'spec' }) : [];
  return [...findings, ...judged].filter((one) => one.severity === 'error').map((one) => one.code);
}
