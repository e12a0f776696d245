import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMAT } from '../../../schema/format.js';
import { skillgraft } from '../../helpers/cli.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

const OURS = `"version":${FORMAT.version}}`;
let sample: SampleRepo;
beforeAll(async () => {
  sample = await sampleRepo();
});
afterAll(() => sample.dispose());

describe('an index that cannot be opened', () => {
  it.each(['search x', 'show x', 'list', 'log x', 'stats', 'serve', 'explain x y', 'duplicates'])(
    '%s: exit code 2 and what to do',
    (line) => {
      const { dir, dispose } = tempFolder('skillgraft-none-');
      try {
        const { status, stdout, stderr } = skillgraft(line.split(' '), { cwd: dir });
        expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
        expect(stderr).toContain('skillgraft build');
        expect(stderr).not.toContain('    at ');
      } finally {
        dispose();
      }
    },
  );

  it.each([
    ['an earlier version', (text: string) => text.replace(OURS, '"version":1}'), 'artifact-version'],
    ['a later version', (text: string) => text.replace(OURS, '"version":99}'), 'artifact-version'],
    ['cut short', (text: string) => text.slice(0, text.length / 2), 'artifact-broken'],
    ['one byte changed', (text: string) => text.replace('clip-wick', 'clop-wick'), 'artifact-broken'],
    ['no JSON', () => 'hello', 'artifact-broken'],
    ['empty', () => '', 'artifact-broken'],
  ])('%s: refused, with what to do', (_, change, code) => {
    const { dir, dispose } = tempFolder('skillgraft-broken-');
    try {
      const text = readFileSync(join(sample.out, 'index.json'), 'latin1');
      writeFileSync(join(dir, 'index.json'), change(text), 'latin1');
      const { status, stdout, stderr } = skillgraft(['search', 'x', '--index', dir, '--json'], { cwd: dir });
      expect({ status, code: JSON.parse(stdout).error.code }).toEqual({ status: 2, code });
      expect(stderr).toMatch(/[Bb]uild/);
    } finally {
      dispose();
    }
  });
});
