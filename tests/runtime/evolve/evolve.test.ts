import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { discover, evolve } from '../../../runtime/evolve/index.js';
import type { EvolveHooks, Revision } from '../../../runtime/evolve/types.js';
import { openIndex } from '../../../runtime/open-index.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import { openRecorder } from '../../../runtime/usage/open-recorder.js';
import { buildInto } from '../../helpers/built-case.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';

const temp = tempFolder('skillgraft-evolve-');
afterAll(() => temp.dispose());

let count = 0;
let repo: TestRepo;
let index: SkillIndex;
beforeEach(async () => {
  // Most tests leave it as it was.
  if (count > 0 && branches().length === 0 && repo.git('rev-list', '--count', 'HEAD') === '1') return;
  repo = new TestRepo(join(temp.dir, `repo-${++count}`));
  repo
    .write('skills/a/SKILL.md', skillText('a', '# Title\n\n## Old\n\nDo it.'))
    .write('skills/a/run.sh', 'echo old\n')
    .write('skills/a/notes.md', 'Keep me.\n')
    .write('.gitignore', 'dist/\n')
    .commit('base');
  index = await openIndex((await buildInto(repo.dir, { embedder: 'none' })).out);
});

const context = (more = {}) => ({
  index,
  proposals: { repo: repo.dir, author: 'An Agent <agent@example.invalid>' },
  ...more,
});
const branches = () =>
  repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/skillgraft').split('\n').filter(Boolean);
const rewriteTo = (revision: Revision | null): EvolveHooks => ({ rewrite: () => revision });
const BETTER: Revision = {
  body: '# Title\n\n## New\n\nDo it better.',
  files: { 'run.sh': 'echo new\n' },
  reason: 'It broke.',
};

describe('evolve', () => {
  it('proposes what rewrite makes; files overwrite their namesakes, others stay', async () => {
    const seen: string[] = [];
    const made = await evolve('a', context(), {
      rewrite: ({ skill, files }) => {
        seen.push(skill.body, ...files.keys());
        return BETTER;
      },
      validate: ({ body }) => (body?.includes('better') ? null : 'not better'),
    });
    expect(seen).toEqual([expect.stringContaining('Do it.'), 'notes.md', 'run.sh']);
    if (made.outcome !== 'proposed') throw new Error(made.outcome);
    const { branch, changelog } = made.answer;
    expect(changelog).toMatchObject({
      action: 'FIX',
      from: 'skills/a@1',
      trigger: 'evolve',
      reason: 'It broke.',
    });
    const text = repo.git('show', `${branch}:skills/a/SKILL.md`);
    expect(text).toContain('## New');
    expect(text).not.toContain('## Old');
    expect(repo.git('show', `${branch}:skills/a/run.sh`)).toBe('echo new');
    expect(repo.git('show', `${branch}:skills/a/notes.md`)).toBe('Keep me.');
  });

  it('makes one proposal a version, and another one for the next', async () => {
    const [first, second] = await Promise.all([
      evolve('a', context(), rewriteTo(BETTER)),
      evolve('skills/a', context(), rewriteTo({ body: '# Other' })),
    ]);
    expect(first).toBe(second);
    expect(await evolve('a', context(), rewriteTo({ body: '# Other' }))).toEqual({
      outcome: 'open',
      branch: branches()[0],
    });
    expect(branches()).toHaveLength(1);
    repo.git('merge', '-q', '--no-edit', branches()[0]!);
    index = await openIndex((await buildInto(repo.dir, { embedder: 'none' })).out);
    expect((await evolve('a', context(), rewriteTo({ body: '# Other' }))).outcome).toBe('proposed');
  });

  it.each<[string, EvolveHooks, string]>([
    ['null', rewriteTo(null), 'unchanged'],
    ['a verdict', { ...rewriteTo(BETTER), validate: async () => 'It is longer.' }, 'rejected'],
  ])('proposes nothing for %s', async (_, hooks, outcome) => {
    expect((await evolve('a', context(), hooks)).outcome).toBe(outcome);
    expect(branches()).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['throws', { rewrite: () => Promise.reject(new Error('no model')) }, 'hook-failed'],
    ['throws in validate', { ...rewriteTo(BETTER), validate: () => JSON.parse('{') }, 'hook-failed'],
    ['gives a text', { rewrite: () => 'text' }, 'hook-failed'],
    ['validates with a number', { ...rewriteTo(BETTER), validate: () => 1 }, 'hook-failed'],
    ['never ends', { rewrite: () => new Promise(() => undefined) }, 'hook-timeout'],
    ['is none', {}, 'bad-option'],
    ['leaves the folder', rewriteTo({ files: { '../x': 'x' } }), 'proposal-invalid'],
    ['is no longer of the base', rewriteTo(BETTER), 'version-conflict'],
    ['changes nothing', rewriteTo({ files: { 'run.sh': 'echo old\n' } }), 'nothing-to-change'],
  ])('says that a function %s', async (what, hooks, code) => {
    if (code === 'version-conflict') repo.write('skills/a/SKILL.md', skillText('a', 'Other.')).commit(what);
    const timed = context({ timeoutMs: 200 });
    expect(await codeOf(evolve('a', timed, hooks as EvolveHooks))).toBe(code);
    expect(branches()).toEqual([]);
  });

  it('ends the signal when the time is up', async () => {
    let signal: AbortSignal | undefined;
    const hooks: EvolveHooks = {
      rewrite: (input) => {
        signal = input.signal;
        return new Promise(() => undefined);
      },
    };
    expect(await codeOf(evolve('a', context({ timeoutMs: 20 }), hooks))).toBe('hook-timeout');
    expect(signal?.aborted).toBe(true);
  });
});

describe('discover', () => {
  const made = { name: 'b', description: 'Rotates certificates.', body: '# Rotate\n\nTurn them.' };

  it('proposes a skill where none fits, once a query', async () => {
    const answer = await discover('rotate certificates', context(), { create: () => made });
    if (answer.outcome !== 'proposed') throw new Error(answer.outcome);
    expect(answer.answer).toMatchObject({ action: 'ARCHIVE', path: 'skills/b' });
    expect(repo.git('show', `${answer.answer.branch}:skills/b/SKILL.md`)).toContain('Turn them.');
    const again = await discover('rotate certificates', context(), {
      create: () => ({ ...made, name: 'c' }),
    });
    expect(again).toEqual({ outcome: 'open', branch: answer.answer.branch });
  });

  it('makes none where one is found, or where the function makes none or a wrong one', async () => {
    expect((await discover('a', context(), { create: () => made })).outcome).toBe('found');
    expect((await discover('rotate', context(), { create: () => null })).outcome).toBe('unchanged');
    const hooks = { create: () => made, validate: () => 'Too short.' };
    expect(await discover('rotate', context(), hooks)).toEqual({ outcome: 'rejected', reason: 'Too short.' });
    const nameless = { create: () => ({ ...made, name: 'A B' }) };
    expect(await codeOf(discover('rotate', context(), nameless))).toBe('proposal-invalid');
    expect(branches()).toEqual([]);
  });
});

describe('onFailing', () => {
  it('lets failures evolve a skill, once a version, whoever recorded them', async () => {
    const user = { env: { XDG_STATE_HOME: join(temp.dir, `state-${count}`) } };
    const told: unknown[] = [];
    const problems: string[] = [];
    const open = (onFailing?: (failing: { readonly path: string }) => unknown) =>
      openRecorder(index, {
        user,
        onProblem: (text) => problems.push(text),
        ...(onFailing && { onFailing }),
      });
    const fail = { skill: 'a', success: false, reason: 'It broke.' };
    const before = open();
    for (let i = 0; i < 3; i += 1) await before.record(fail);
    await before.close();
    const recorder = open(async (failing) => {
      told.push(failing);
      await evolve(failing.path, context({ failing }), rewriteTo(BETTER));
    });
    await recorder.record({ skill: 'a', success: true });
    await recorder.record(fail);
    expect(told).toEqual([]);
    for (let i = 0; i < 4; i += 1) await recorder.record(fail);
    await recorder.close();
    expect(told).toMatchObject([
      { path: 'skills/a', version: 1, reasons: [expect.stringContaining('It broke.')] },
    ]);
    expect(branches()).toHaveLength(1);
    const broken = open(() => Promise.reject(new Error('no model')));
    await broken.record(fail);
    await broken.close();
    expect(problems).toEqual([expect.stringContaining('no model')]);
  });
});
