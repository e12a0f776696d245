import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { skillgraft } from '../helpers/cli.js';
import { skillText, TestRepo, tempFolder } from '../helpers/git-repo.js';
import { withBuild } from '../helpers/skills-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const repo = new TestRepo(join(temp.dir, 'repo'));
repo.write('skills/a/SKILL.md', skillText('a')).commit('first');

function codes(maxIndexBytes?: number): Promise<string[]> {
  const options = {
    repo: repo.dir,
    embedder: 'none',
    ...(maxIndexBytes === undefined ? {} : { maxIndexBytes }),
  } as const;
  return withBuild(options, async ({ findings }) => findings.map(({ code }) => code));
}

test('an index of more bytes than allowed is an error; the limit changes nothing in it', async () => {
  const size = await withBuild({ repo: repo.dir, embedder: 'none' }, async ({ index }) => index.length);
  expect(await codes(size)).not.toContain('index-too-large');
  expect(await codes(size - 1)).toContain('index-too-large');
  expect(await codes()).not.toContain('index-too-large');
  const limited = await withBuild(
    { repo: repo.dir, embedder: 'none', maxIndexBytes: 1 },
    async ({ index }) => index.length,
  );
  expect(limited).toBe(size);
});

test('the commit may say it, and the command line or the environment say otherwise', () => {
  const out = join(temp.dir, 'dist');
  repo.write('skillgraft.json', '{"max-index-bytes": 100}\n').commit('limit');
  const build = (...args: string[]) => skillgraft(['build', '--repo', repo.dir, '--out', out, ...args]);
  expect(build()).toMatchObject({ status: 1, stdout: expect.stringContaining('index-too-large') });
  expect(build('--max-bytes', '1000000').status).toBe(0);
  expect(statSync(join(out, 'index.json')).size).toBeGreaterThan(100);
  expect(skillgraft(['check', '--repo', repo.dir]).status).toBe(1);
  expect(skillgraft(['check', '--repo', repo.dir, '--max-bytes', '1000000']).status).toBe(0);
});
