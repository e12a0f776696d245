import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rankWith } from '../../../build/rank-with.js';
import { openRepository } from '../../../runtime/git/open.js';
import { authorOf } from '../../../runtime/propose/author.js';
import { branchFolder, proposalBranch } from '../../../runtime/propose/branch-name.js';
import { environmentToken } from '../../../runtime/propose/environment-token.js';
import { remoteAddress } from '../../../runtime/propose/git-config.js';
import { listProposals, rebaseProposal } from '../../../runtime/propose/index.js';
import { mainLine } from '../../../runtime/propose/main-line.js';
import type { ProposeOptions } from '../../../runtime/propose/options.js';
import { propose } from '../../../runtime/propose/propose.js';
import type { ProposalRefused } from '../../../runtime/propose/refused.js';
import { git, skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { change, planOf } from '../../helpers/plans.js';
import { codeOf } from '../../helpers/skills-repo.js';
import { untouchable } from '../../helpers/untouched.js';

const temp = tempFolder('skillgraft-propose-');
afterAll(() => temp.dispose());

let count = 0;
let repo: TestRepo;
beforeEach(() => {
  repo = new TestRepo(join(temp.dir, `repo-${++count}`));
  repo.write('skills/a/SKILL.md', skillText('a')).write('skills/b/SKILL.md', skillText('b')).commit('base');
});

const FIX = { action: 'FIX', name: 'a', lesson: 'Turn it slowly.' };
const save = (request: object = FIX, more: ProposeOptions = {}) =>
  propose(request, { repo: repo.dir, author: 'An Agent <agent@example.invalid>', ...more });

describe('propose', () => {
  it('is the same commit again at another time, and from a newer base', async () => {
    const first = await save(FIX, { now: () => 1_700_000_000_000 });
    expect(repo.git('log', '-1', '--format=%at', first.branch)).toBe('1700000000');
    repo.write('skills/b/SKILL.md', skillText('b', 'Other.')).commit('elsewhere');
    const again = await save(FIX, { now: () => 1_800_000_000_000 });
    expect(again).toMatchObject({ existed: true, commit: first.commit, branch: first.branch });
    const other = await save({ ...FIX, lesson: 'Turn it quickly.' });
    expect(other).toMatchObject({ existed: false });
    expect(other.branch).not.toBe(first.branch);
  });

  it.each([
    FIX,
    { action: 'DERIVE', name: 'c', targetSkillName: 'a', description: 'Use when c.', body: '# C\n\nDo c.' },
  ])('is the same with an index, which knows versions: $action', async (request) => {
    const first = await save(request);
    const index = await rankWith({ repo: repo.dir, embedder: 'none' })([]);
    const again = await save(request, { index });
    expect(JSON.stringify(again.changelog)).toContain('skills/a@1');
    expect(JSON.stringify(first.changelog)).not.toContain('skills/a@1');
    expect(again).toMatchObject({ existed: true, commit: first.commit, branch: first.branch });
  });

  it.each(['plain', 'bare', 'linked worktree', 'checked out elsewhere'])(
    'works in a repository that is %s',
    async (kind) => {
      let dir = repo.dir;
      if (kind === 'bare') {
        dir = `${repo.dir}.git`;
        git(temp.dir, ['clone', '-q', '--bare', repo.dir, dir]);
      }
      if (kind === 'linked worktree') {
        dir = `${repo.dir}-linked`;
        repo.git('worktree', 'add', '-q', '-b', 'side', dir);
      }
      if (kind === 'checked out elsewhere') repo.git('checkout', '-q', '--detach');
      const before = untouchable(repo.dir);
      const { branch, commit, base } = await save(FIX, { repo: dir });
      expect(git(dir, ['rev-parse', branch]).trim()).toBe(commit);
      expect(base.ref).toBe(kind === 'linked worktree' ? 'side' : 'main');
      expect(untouchable(repo.dir)).toEqual(before);
      expect(git(dir, ['fsck', '--strict', '--no-dangling'])).toBe('');
    },
  );

  it('reads roots and hand-offs of the settings that the base has', async () => {
    repo
      .write('skillgraft.json', '{"roots": ["know-how"]}')
      .write('know-how/c/SKILL.md', skillText('c'))
      .commit('roots');
    expect(
      await save({ action: 'ARCHIVE', name: 'new', description: 'Use when new.', lesson: 'Wait.' }),
    ).toMatchObject({
      path: 'know-how/new',
    });
    expect(await codeOf(save(FIX))).toBe('skill-unknown');
  });

  it('refuses with findings, and lets a person overrule what looks like a secret', async () => {
    const lesson = `Use ${['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')}.`;
    const error = (await save({ ...FIX, lesson }).catch((reason: unknown) => reason)) as ProposalRefused;
    expect(error.code).toBe('proposal-refused');
    expect(error.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toContain(
      'secret-found',
    );
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft')).toBe('');
    const { findings } = await save({ ...FIX, lesson }, { allowSecrets: true });
    expect(findings).toMatchObject([{ code: 'secret-found', severity: 'warning' }]);
  });

  it('warns of queries that would lead elsewhere, where a build is at hand', async () => {
    repo
      .write(
        'skills/knot/SKILL.md',
        '---\nname: knot\ndescription: Ties a bowline knot in a rope.\n---\n\nTie it.\n',
      )
      .write('evals/knots.jsonl', '{"id": "q1", "query": "bowline knot", "expected": ["knot"]}\n')
      .commit('knots');
    const request = {
      action: 'ARCHIVE',
      name: 'bowline-knot',
      description: 'Bowline knot: ties a bowline knot.',
      lesson: 'A bowline knot holds.',
    };
    const without = await save(request, { dryRun: true });
    expect(without.notes.join()).toContain('was not looked at');
    const { findings } = await save(request, {
      dryRun: true,
      rankWith: ({ repo: dir, ref }) => rankWith({ repo: dir, ref, embedder: 'none' }),
    });
    expect(findings.map(({ code }) => code)).toContain('ranking-taken');
  });

  it.each<[string, ProposeOptions, string]>([
    ['read-only', { readOnly: true }, 'save-off'],
    ['neither repository nor index', { repo: null }, 'no-base'],
    ['a sink that there is not', { sink: 'post' as 'branch' }, 'bad-option'],
    ['a base that there is not', { base: 'none' }, 'ref-not-found'],
    ['too large', { maxBytes: 3 }, 'proposal-too-large'],
  ])('%s is refused', async (_, options, code) => {
    const request = code === 'proposal-too-large' ? { ...FIX, body: 'four' } : FIX;
    expect(await codeOf(save(request, options))).toBe(code);
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft')).toBe('');
  });

  it('counts what it writes in a minute, by the clock that it is given', async () => {
    let now = 1_700_000_000_000;
    const limited = (lesson: string) => save({ ...FIX, lesson }, { maxPerMinute: 2, now: () => now });
    await limited('One.');
    now += 30_000;
    await limited('Two.');
    const error = await limited('Three.').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'save-limit', hint: 'Try again in 30 seconds.' });
    await save({ ...FIX, lesson: 'Three.' }, { maxPerMinute: 1, now: () => now, dryRun: true });
    now += 30_000;
    await limited('Three.');
    expect(await codeOf(limited('Four.'))).toBe('save-limit');
  });

  it('makes a patch of a repository, too, and writes nothing there', async () => {
    const { patch, ref } = await save(FIX, { sink: 'patch' });
    expect(ref).toBe(null);
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft')).toBe('');
    git(repo.dir, ['am', '-q'], { input: patch!.text });
    expect(repo.git('show', 'HEAD:skills/a/SKILL.md')).toContain('Turn it slowly.');
  });
});

describe('the main line', () => {
  async function at(base?: string, indexed?: string) {
    const repository = await openRepository(repo.dir);
    try {
      const { ref, branch, note } = await mainLine(repository, base, indexed);
      return [ref, branch, note === null ? null : note.split(';')[0]];
    } finally {
      await repository.close();
    }
  }

  it('is what is checked out, else what is named, else what stands at the commit', async () => {
    const commit = repo.git('rev-parse', 'HEAD');
    expect(await at()).toEqual(['main', 'main', null]);
    expect(await at('HEAD')).toEqual(['main', 'main', null]);
    expect(await at(commit)).toEqual([commit, null, null]);
    repo.git('update-ref', 'refs/remotes/origin/next', commit);
    expect(await at('origin/next')).toEqual(['origin/next', 'next', null]);
    expect(await at('next')).toEqual(['origin/next', 'next', null]);
    repo.git('checkout', '-q', '--detach');
    expect(await at()).toEqual(['main', 'main', 'HEAD names no branch']);
    repo.git('commit', '-q', '--allow-empty', '-m', 'alone');
    const alone = repo.git('rev-parse', 'HEAD');
    expect(await at()).toEqual([alone.slice(0, 12), null, 'HEAD names no branch']);
    expect(await at(undefined, commit)).toEqual(['main', 'main', 'HEAD names no branch']);
  });

  it('is never a proposal that somebody looks at', async () => {
    const { branch } = await save();
    repo.git('checkout', '-q', branch);
    expect(await at()).toEqual(['main', 'main', 'A proposal is checked out']);
    repo.git('branch', '-q', '-m', 'main', 'trunk');
    repo.git('branch', '-q', 'other', 'trunk');
    expect(await codeOf(at())).toBe('base-unknown');
  });

  it('of a clone of a bundle stays the remote branch when proposals are there', async () => {
    repo.git('update-ref', 'refs/remotes/origin/main', 'main');
    repo.git('symbolic-ref', 'HEAD', 'refs/heads/unborn');
    repo.git('branch', '-q', '-D', 'main');
    await save();
    expect(await at()).toEqual(['origin/main', 'main', 'HEAD names no commit']);
    expect(await listProposals(repo.dir)).toMatchObject([{ behind: 0 }]);
  });
});

describe('listProposals and rebaseProposal', () => {
  it('tell how far behind a proposal is, and move it', async () => {
    const { branch } = await save();
    repo.write('skills/b/SKILL.md', skillText('b', 'Other.')).commit('elsewhere');
    const [listed] = await listProposals(repo.dir);
    expect(listed).toMatchObject({ behind: 1, isMerged: false, changelog: { action: 'FIX', name: 'a' } });
    const moved = await rebaseProposal(repo.dir, listed!.branch, 'main');
    expect(moved).toMatchObject({ ref: `refs/heads/${branch}`, existed: false });
    expect(await listProposals(repo.dir)).toMatchObject([{ behind: 0 }]);
  });
});

describe('the name of a branch', () => {
  it.each([
    ['skills/git-commit', 'git-commit/'],
    ['skills/git/commit', 'git.commit/'],
    ['.claude/skills/x', /^claude\.skills\.x-[0-9a-f]{8}\/$/],
    ['skills/Upper', /^upper-[0-9a-f]{8}\/$/],
    ['skills/a.b', /^a-b-[0-9a-f]{8}\/$/],
    ['skills/技能', /^skill-[0-9a-f]{8}\/$/],
    ['skills/x.lock', /^x-lock-[0-9a-f]{8}\/$/],
    ['skills/x/lock', /^x\.lock-[0-9a-f]{8}\/$/],
    ['.', /^skill-[0-9a-f]{8}\/$/],
    [`skills/${'a-'.repeat(200)}`, /^[a-]{1,80}-[0-9a-f]{8}\/$/],
  ])('of %s begins with %s', (path, expected) => {
    const folder = branchFolder(path, 'skills');
    if (typeof expected === 'string') expect(folder).toBe(expected);
    else expect(folder).toMatch(expected);
    repo.git('check-ref-format', '--branch', `skillgraft/${folder}fix-1`);
  });

  it('is that of the content', () => {
    const changes = [change('skills/a/SKILL.md', 'x', 'y'), change('skills/a/b', null, 'z')];
    const nameOf = (files = changes, reason = 'why', sources = ['skills/b']) =>
      proposalBranch('a/', planOf(files, { action: 'FIX', reason, sources }));
    const name = nameOf();
    expect(name).toMatch(/^a\/fix-[0-9a-f]{8}$/);
    expect(nameOf([...changes].reverse())).toBe(name);
    expect(nameOf(changes, 'why', ['skills/b@3'])).toBe(name);
    expect(nameOf(changes, 'why', ['skills/c'])).not.toBe(name);
    expect(nameOf(changes, 'other')).not.toBe(name);
    expect(nameOf(changes.slice(1))).not.toBe(name);
  });
});

describe('who proposes', () => {
  it.each([
    ['Agent <a@example.invalid>', undefined, 'Agent <a@example.invalid>'],
    ['Agent', 'Bot <bot@example.invalid>', 'Agent <noreply@skillgraft.invalid>'],
    ['Agent', undefined, 'Agent <noreply@skillgraft.invalid>'],
    [undefined, 'Bot', 'Bot <noreply@skillgraft.invalid>'],
    ['Bot', 'Bot <bot@example.invalid>', 'Bot <bot@example.invalid>'],
    ['A User', 'Bot <bot@example.invalid>', 'A User <user@example.invalid>'],
    [undefined, undefined, 'A User <user@example.invalid>'],
  ])('%j, configured %j: %s', async (wish, configured, expected) => {
    repo.git('config', 'user.name', 'A User');
    repo.git('config', 'user.email', 'user@example.invalid');
    for (const reader of ['native', 'isomorphic'] as const) {
      const repository = await openRepository(repo.dir, { reader });
      const { name, email } = await authorOf(wish, configured, repository);
      expect(`${name} <${email}>`).toBe(expected);
      await repository.close();
    }
  });

  it('has an address that leads nowhere where none is known', async () => {
    expect(await authorOf('Agent', undefined, null)).toEqual({
      name: 'Agent',
      email: 'noreply@skillgraft.invalid',
    });
  });

  it("is the user of git's own configuration where there is no repository", async () => {
    const home = tempFolder('skillgraft-home-');
    const config = join(home.dir, 'gitconfig');
    vi.stubEnv('XDG_CONFIG_HOME', home.dir);
    vi.stubEnv('GIT_CONFIG_GLOBAL', config);
    try {
      expect(await codeOf(authorOf(undefined, undefined, null))).toBe('author-missing');
      writeFileSync(config, '[user]\n\tname = A User\n\temail = user@example.invalid\n');
      const user = { name: 'A User', email: 'user@example.invalid' };
      expect(await authorOf(undefined, undefined, null)).toEqual(user);
    } finally {
      vi.unstubAllEnvs();
      home.dispose();
    }
  });
});

describe('the address of a remote', () => {
  it.each(['native', 'isomorphic'] as const)('is read by the %s reader', async (reader) => {
    repo.git('remote', 'add', 'up.stream', 'https://example.invalid/owner/skills.git');
    const repository = await openRepository(repo.dir, { reader });
    expect(await remoteAddress(repository, 'up.stream')).toBe('https://example.invalid/owner/skills.git');
    for (const name of ['none', '--all', 'https://example.invalid/x']) {
      expect(await remoteAddress(repository, name)).toBe(null);
    }
    await repository.close();
  });
});

describe('the token of the environment', () => {
  const token = (env: Record<string, string>, hosts: string[], trusted: string[] = []) =>
    environmentToken(env, hosts, trusted);

  it('is the first that is set, and goes to GitHub', () => {
    const all = { SKILLGRAFT_GITHUB_TOKEN: 'one', GITHUB_TOKEN: 'two', GH_TOKEN: 'three' };
    expect(token(all, ['github.com', 'api.github.com'])).toBe('one');
    expect(token({ ...all, SKILLGRAFT_GITHUB_TOKEN: ' ' }, ['api.acme.ghe.com'])).toBe('two');
    expect(token({ GH_TOKEN: 'three' }, ['ssh.github.com'])).toBe('three');
    expect(token({}, ['evil.example'])).toBe('');
  });

  it.each(['evil.example', 'github.com.evil.example', 'ghe.com', 'evilgithub.com', '127.0.0.1'])(
    'does not go to %s, which nobody but the repository names',
    (host) => {
      expect(() => token({ GITHUB_TOKEN: 's3cr3t' }, ['github.com', host])).toThrow(host);
      expect(() => token({ GITHUB_TOKEN: 's3cr3t' }, [host])).not.toThrow('s3cr3t');
    },
  );

  it('goes where the environment or a flag sends it', () => {
    const env = {
      GITHUB_TOKEN: 'two',
      GITHUB_SERVER_URL: 'https://git.corp.example',
      GH_HOST: 'hub.example:8443',
    };
    expect(token(env, ['git.corp.example', 'hub.example'])).toBe('two');
    expect(token({ GITHUB_TOKEN: 'two' }, ['127.0.0.1'], ['127.0.0.1'])).toBe('two');
  });
});
