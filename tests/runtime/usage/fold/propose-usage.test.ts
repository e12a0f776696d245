import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EventLog } from '../../../../runtime/usage/event-log.js';
import { type ProposeUsageOptions, proposeUsage } from '../../../../runtime/usage/fold/propose-usage.js';
import { tidyUsage } from '../../../../runtime/usage/fold/tidy-usage.js';
import type { UsageEvent } from '../../../../schema/usage/event.js';
import { parseUsage, usageText } from '../../../../schema/usage/records.js';
import { git, skillText, TestRepo, tempFolder } from '../../../helpers/git-repo.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const NOW = Date.UTC(2026, 10, 30, 12);
const FILE = 'usage/skills/a.jsonl';

const temp = tempFolder('skillgraft-usage-');
afterAll(() => temp.dispose());
let count = 0;

/** A repository with two skills. */
function skillsRepo(): TestRepo {
  const repo = new TestRepo(join(temp.dir, `repo-${++count}`), ['--template=']);
  for (const name of ['a', 'b']) repo.write(`skills/${name}/SKILL.md`, skillText(name));
  repo.commit('base');
  return repo;
}

/** Somebody who records, on a machine of their own. */
class Person {
  readonly folder = join(temp.dir, `state-${++count}`);
  readonly #log = new EventLog(this.folder);
  readonly #repo: TestRepo;

  constructor(repo: TestRepo) {
    this.#repo = repo;
  }

  record(query: string, success: boolean, more: Partial<UsageEvent> = {}): this {
    const at = '2026-11-29T10:00:00Z';
    const event = {
      kind: 'outcome',
      at,
      commit: null,
      skill: 'skills/a',
      version: 1,
      digest: DIGEST,
    } as const;
    this.#log.append({ ...event, query, success, ...more });
    return this;
  }

  propose(more: Partial<ProposeUsageOptions> = {}) {
    const author = 'Somebody <somebody@example.invalid>';
    const options = { repo: this.#repo.dir, base: 'main', author, folders: [this.folder], now: () => NOW };
    return proposeUsage({ ...options, ...more });
  }

  /** The branch of what is proposed. */
  async branch(): Promise<string> {
    return (await this.propose()).answer!.branch;
  }
}

const sumsAt = (repo: TestRepo, ref = 'HEAD') =>
  parseUsage(repo.git('show', `${ref}:${FILE}`)).records.map(({ query, successes, failures }) => [
    query,
    successes,
    failures,
  ]);

describe('proposing usage', () => {
  it('makes one commit on a branch of its own, without trailers, and leaves all else as it is', async () => {
    const repo = skillsRepo();
    const me = new Person(repo)
      .record('one', true)
      .record('one', false, { reason: 'Wrong.' })
      .record('two', true);
    const { answer, skills } = await me.propose();
    expect(skills).toEqual(['skills/a']);
    expect(answer!.branch).toMatch(/^skillgraft\/usage_\/[0-9a-f]{16}-[0-9a-f]{8}$/);
    const names = repo.git('diff', '--name-only', 'main', answer!.branch);
    expect(names.split('\n')).toEqual(['.gitattributes', FILE]);
    expect(repo.git('show', `${answer!.branch}:.gitattributes`)).toBe('usage/**/*.jsonl merge=union');
    expect(sumsAt(repo, answer!.branch)).toEqual([
      ['one', 1, 1],
      ['two', 1, 0],
    ]);
    const text = git(repo.dir, ['show', `${answer!.branch}:${FILE}`]);
    expect(usageText(parseUsage(text))).toBe(text);
    expect(repo.git('log', '-1', '--format=%(trailers)', answer!.branch)).toBe('');
    expect(repo.git('status', '--porcelain')).toBe('');
    git(repo.dir, ['fsck', '--strict']);
    expect((await me.propose()).answer).toMatchObject({ branch: answer!.branch, existed: true });
  });

  it.each([
    ['a merge', (branch: string) => [['merge', '-q', '--no-ff', '-m', 'merge', branch]]],
    [
      'a squash',
      (branch: string) => [
        ['merge', '-q', '--squash', branch],
        ['commit', '-q', '-m', 'squash'],
      ],
    ],
    [
      'a rebase',
      (branch: string) => [
        ['checkout', '-q', '--detach', branch],
        ['rebase', '-q', 'main'],
        ['checkout', '-q', '-B', 'main'],
      ],
    ],
  ])(
    'of two people goes together by %s, without a conflict, and counts nothing twice',
    async (_, steps) => {
      const repo = skillsRepo();
      const take = (branch: string) => {
        for (const step of steps(branch)) repo.git(...step);
      };
      const [ann, bob] = [new Person(repo), new Person(repo)];
      ann.record('one', true).record('shared', true);
      const [first, second] = [
        await ann.branch(),
        await bob.record('shared', false).record('zwei', true).branch(),
      ];
      take(first);
      take(second);
      expect(sumsAt(repo)).toEqual([
        ['one', 1, 0],
        ['shared', 1, 1],
        ['zwei', 1, 0],
      ]);

      // Both go on from there, on the same lines; one of them proposes twice, and both proposals are merged.
      const early = await ann.record('shared', true).branch();
      const late = await ann.record('shared', true).branch();
      const other = await bob.record('shared', true).branch();
      for (const branch of [late, other, early]) take(branch);
      expect(sumsAt(repo)).toEqual([
        ['one', 1, 0],
        ['shared', 4, 1],
        ['zwei', 1, 0],
      ]);

      const { changed, findings } = await tidyUsage(repo.dir, true);
      expect([changed, findings]).toEqual([[FILE], []]);
      repo.commit('tidy');
      const text = git(repo.dir, ['show', `HEAD:${FILE}`]);
      expect(text.trimEnd().split('\n')).toHaveLength(3);
      expect(usageText(parseUsage(text))).toBe(text);
      expect((await tidyUsage(repo.dir, true)).changed).toEqual([]);
      expect((await ann.propose()).answer).toBeNull();
      expect((await bob.propose()).answer).toBeNull();
    },
    60_000,
  );

  it('has nothing to propose where nothing was recorded', async () => {
    expect((await new Person(skillsRepo()).propose()).answer).toBeNull();
  });

  it('shows what it would do, or gives a patch that git am takes', async () => {
    const repo = skillsRepo();
    repo.write('.gitattributes', '*.png binary').commit('attributes');
    const me = new Person(repo).record('mail jane@example.com', true);
    const { answer: shown, changed } = await me.propose({ dryRun: true });
    expect(shown!.diff).toContain('mail <email>');
    expect(shown!.diff).not.toContain('jane');
    expect([changed, shown!.ref]).toEqual([1, null]);
    const { answer } = await me.propose({ sink: 'patch' });
    expect(repo.git('branch', '--list', 'skillgraft/*')).toBe('');
    git(repo.dir, ['am', '-q'], { input: answer!.patch!.text });
    expect(sumsAt(repo)).toEqual([['mail <email>', 1, 0]]);
    expect(repo.git('show', 'HEAD:.gitattributes')).toBe('*.png binary\nusage/**/*.jsonl merge=union');
  });

  it('tells what it leaves out, and what it cannot place', async () => {
    const repo = skillsRepo();
    const me = new Person(repo)
      .record('q', true, { commit: 'f'.repeat(40) })
      .record('q', true, { commit: repo.git('rev-parse', 'HEAD') })
      .record('q', true, { skill: '../../../etc/passwd' })
      .record('q', true, { skill: 'skills/gone' });
    const { unknown, rewritten, answer } = await me.propose();
    expect([...unknown]).toEqual([
      ['../../../etc/passwd', 1],
      ['skills/gone', 1],
    ]);
    expect(rewritten).toBe(1);
    expect(sumsAt(repo, answer!.branch)).toEqual([['q', 2, 0]]);
  });

  it('keeps lines that it cannot read, and files that are none', async () => {
    const repo = skillsRepo();
    repo
      .write(FILE, '<<<<<<< HEAD\n')
      .write('usage/skills/b.jsonl', Uint8Array.from([0xff, 0xfe, 0x41, 0x00]))
      .commit('odd');
    const me = new Person(repo).record('q', true).record('q', true, { skill: 'skills/b' });
    const { answer, findings } = await me.propose();
    expect(repo.git('show', `${answer!.branch}:${FILE}`)).toMatch(/^\{.*\}\n<<<<<<< HEAD$/);
    expect(findings).toMatchObject([{ code: 'usage-unread', path: 'usage/skills/b.jsonl' }]);
  });

  it.each([
    ['save-off', { readOnly: true }],
    ['not-a-repository', { repo: temp.dir }],
    ['no-repository', { repo: null }],
  ])('is refused with %s', async (code, options) => {
    await expect(new Person(skillsRepo()).record('q', true).propose(options)).rejects.toMatchObject({ code });
  });

  it('is refused where a file is in the way', async () => {
    const repo = skillsRepo();
    repo.write('usage', 'a file\n').commit('file');
    await expect(new Person(repo).record('q', true).propose()).rejects.toMatchObject({
      code: 'usage-in-the-way',
    });
  });

  it('is refused where the id of the recorder was spoilt: it would count all anew', async () => {
    const me = new Person(skillsRepo()).record('q', true);
    mkdirSync(join(me.folder, 'recorder'), { recursive: true });
    await expect(me.propose()).rejects.toMatchObject({ code: 'usage-recorder' });
  });

  it('keeps one id a folder', async () => {
    const me = new Person(skillsRepo()).record('q', true);
    await me.propose();
    const id = readFileSync(join(me.folder, 'recorder'), 'utf8');
    await me.record('r', true).propose();
    expect(readFileSync(join(me.folder, 'recorder'), 'utf8')).toBe(id);
  });
});
