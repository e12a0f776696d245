import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI, skillgraft } from '../../helpers/cli.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { segmentsIn } from '../../helpers/kept-builds.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const repo = new TestRepo(join(temp.dir, 'repo'));
const home = join(temp.dir, 'home');
const args = (base: number) => ['diff', `HEAD~${base}`, 'HEAD', '--json'];

beforeAll(() => {
  repo.write('skillgraft.json', '{"embedder": "none"}');
  for (let i = 0; i < 16; i += 1)
    repo.write(`skills/s${i}/SKILL.md`, skillText(`s${i}`, `Step ${i}.`)).commit(`skill ${i}`);
});

function started(base: number): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH ?? '', HOME: home };
  const child = spawn(process.execPath, [CLI, ...args(base)], { cwd: repo.dir, env });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.stderr += chunk.toString();
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, ...said })));
}

describe('several `skillgraft diff` at once', () => {
  it('end well and say what one says that has no cache', async () => {
    const alone = (base: number): string =>
      skillgraft(args(base), { cwd: repo.dir, env: { XDG_CACHE_HOME: '/proc/none' } }).stdout;
    for (const bases of [
      [1, 1],
      [2, 3],
      [15, 1],
    ] as const) {
      const ended = await Promise.all(bases.map(started));
      for (const [i, { status, stdout, stderr }] of ended.entries()) {
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        expect(stdout).toBe(alone(bases[i]!));
      }
    }
    const names = segmentsIn(join(home, '.cache', 'skillgraft'));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/^\d{8}-[\w-]+\.bin$/.test(name))).toEqual([]);
  });
});
