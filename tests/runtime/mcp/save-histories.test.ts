import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rankWith } from '../../../build/rank-with.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import { buildInto } from '../../helpers/built-case.js';
import { git, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { connect, type LooseJson } from '../../helpers/mcp-client.js';
import { sharedPath } from '../../helpers/shared.js';
import { untouchable } from '../../helpers/untouched.js';

const temp = tempFolder('skillgraft-histories-');
afterAll(() => temp.dispose());

const AUTHOR = 'An Agent <agent@example.invalid>';
const REASON = 'It stopped at names with blanks: quoting them was missing, and nobody had said so before.';

/** Skills of each history that are changed: one that is fixed, one derived from, two that become one. */
const HISTORIES = [
  ['obra+superpowers', 'test-driven-development', 'systematic-debugging', ['brainstorming', 'writing-plans']],
  ['mattpocock+skills', 'tdd', 'triage', ['grill-me', 'handoff']],
  ['terrylica+cc-skills', 'asciinema-player', 'mise-tasks', ['link-validation', 'doppler-workflows']],
  ['github+awesome-copilot', 'git-commit', 'refactor', ['conventional-commit', 'create-readme']],
] as const;

/** How a branch gets into main. The message of the squash is the one that a forge makes. */
const LANDINGS: Readonly<Record<string, (repo: TestRepo, branch: string) => void>> = {
  'merge commit': (repo, branch) => {
    repo.git('merge', '-q', '--no-ff', '-m', `Merge pull request #7 from x/${branch}`, branch);
  },
  squash: (repo, branch) => {
    const [subject, ...rest] = repo.git('log', '-1', '--format=%B', branch).split('\n');
    repo.git('merge', '-q', '--squash', branch);
    repo.git('commit', '-q', '-m', [`${subject} (#7)`, ...rest].join('\n'));
  },
  rebase: (repo, branch) => {
    repo.write('README.txt', branch).commit(`Other work before ${branch}`);
    repo.git('rebase', '-q', 'main', branch);
    repo.git('checkout', '-q', 'main');
    repo.git('merge', '-q', '--ff-only', branch);
  },
};

interface Told {
  readonly number: number;
  readonly change: string;
  readonly said: unknown;
}

/** What `log` tells of skills: all but commits, dates and who merged. */
function storyOf(index: SkillIndex, skills: readonly string[]): object {
  return skills.map((skill) => {
    const { path, versions, edges } = index.lineage(skill);
    const told = versions.map(
      ({ version, change, changelogs = [] }): Told => ({ number: version, change, said: changelogs }),
    );
    return { path, versions: told, edges: edges.map(({ type, from, to }) => `${type} ${from} ${to}`).sort() };
  });
}

describe.skipIf(sharedPath('repos') === null)('save_skill in real histories', () => {
  it.each(HISTORIES)(
    '%s: what is proposed by MCP and merged in three ways tells one story',
    async (name, fixed, parent, sources) => {
      const repo = join(temp.dir, name);
      git(temp.dir, ['clone', '-q', sharedPath(`repos/${name}.bundle`)!, repo]);
      const { out } = await buildInto(repo);
      const before = untouchable(repo);
      const server = await connect(out, 'auto');
      const save = async (args: object): Promise<LooseJson> => {
        const { data, text, isError } = await server.call('save_skill', { author: AUTHOR, ...args });
        expect({ isError, text }).toEqual({ isError: false, text: expect.stringContaining('Proposed: ') });
        return data;
      };
      const lesson = 'Quote every path: a blank in one of them ends the command too early.';
      const requests = [
        { action: 'ARCHIVE', name: 'quote-shell-paths', description: 'Use when a path has blanks.', lesson },
        { action: 'FIX', name: fixed, lesson, reason: REASON, trigger: 'a path with a blank' },
        {
          action: 'DERIVE',
          name: 'quote-derived',
          target_skill_name: parent,
          description: 'The same for paths with blanks.',
        },
        {
          action: 'MERGE',
          name: 'quote-merged',
          source_skill_names: sources,
          description: 'Both of them, for paths with blanks.',
          reason: 'They were one.',
        },
      ];
      const branches: string[] = [];
      try {
        for (const request of requests) {
          const { branch, existed } = await save(request);
          expect(existed).toBe(false);
          branches.push(branch);
        }
        const { text, data } = await server.call('save_skill', { author: AUTHOR, ...requests[1] });
        expect(data).toMatchObject({ existed: true, branch: branches[1] });
        expect(text).toContain('The same proposal was there already.');
      } finally {
        await server.close();
      }
      expect(untouchable(repo)).toEqual(before);
      expect(git(repo, ['fsck', '--strict', '--no-dangling'])).toBe('');

      const stories: object[] = [];
      for (const [way, land] of Object.entries(LANDINGS)) {
        const dir = join(temp.dir, `${name}-${way}`.replaceAll(' ', '-'));
        git(temp.dir, ['clone', '-q', repo, dir]);
        git(dir, [
          'fetch',
          '-q',
          repo,
          'refs/remotes/origin/main:refs/heads/main',
          'refs/heads/*:refs/heads/*',
        ]);
        const clone = new TestRepo(dir);
        clone.git('checkout', '-q', 'main');
        for (const branch of branches) land(clone, branch);
        expect(git(dir, ['fsck', '--strict', '--no-dangling'])).toBe('');
        const skills = ['quote-shell-paths', fixed, parent, 'quote-derived', 'quote-merged', ...sources];
        stories.push(storyOf(await rankWith({ repo: dir, embedder: 'none' })([]), skills));
      }
      expect(stories[1]).toEqual(stories[0]);
      expect(stories[2]).toEqual(stories[0]);
      const [archived, fix, , derived, merged, ...old] = stories[0] as {
        versions: Told[];
        edges: string[];
      }[];
      const last = ({ versions }: { versions: Told[] }) => versions.at(-1);
      expect(last(archived!)).toMatchObject({ number: 1, said: [{ action: 'ARCHIVE' }] });
      expect(last(fix!)).toMatchObject({
        change: 'modify',
        said: [{ action: 'FIX', reason: REASON, trigger: 'a path with a blank' }],
      });
      expect(last(derived!)).toMatchObject({ number: 1, said: [{ action: 'DERIVE' }] });
      expect(derived!.edges.filter((edge) => edge.startsWith('derive'))).toHaveLength(1);
      expect(merged!.edges.filter((edge) => edge.startsWith('merge'))).toHaveLength(2);
      for (const source of old) {
        expect(last(source)).toMatchObject({ said: [{ action: 'MERGE', reason: 'They were one.' }] });
      }
    },
  );
});
