import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openRepository } from '../../../../runtime/git/open.js';
import { writeProposal } from '../../../../runtime/propose/git/write-proposal.js';
import type { CommitRequest } from '../../../../runtime/propose/types.js';
import { change, fastFolder, sampleRepo, sampleRequest } from './fixture.js';

const temp = fastFolder();
afterAll(() => temp.dispose());

describe('requests that are refused before any object exists', () => {
  const { repo, base } = sampleRepo(join(temp.dir, 'repo'));
  const before = repo.git('count-objects', '-v');
  const on = (path: string) => ({ changes: [change(path, null, 'x\n')] });
  const author = (name: string, email = 'a@b') => ({ author: { name, email } });
  const cases: [string, string, Partial<CommitRequest>][] = [
    ...['a\nb', 'a\rb', 'a\0b', 'a<b', 'a>b', '', ' ', 'a\u202eb', 'a\u2028b', '\ud800'].map(
      (name) =>
        ['proposal-author', `name ${JSON.stringify(name)}`, author(name)] as [
          string,
          string,
          Partial<CommitRequest>,
        ],
    ),
    ['proposal-author', 'a header in the address', author('a', 'b> 0 +0000\nparent 1 <c')],
    ['proposal-message', 'a NUL', { message: 'a\0b' }],
    ['proposal-message', 'nothing', { message: '\n' }],
    ['proposal-message', 'half a surrogate pair', { message: 'a\ud800' }],
    ...[-1, 1.5, Number.NaN, 2 ** 60].map(
      (at) => ['proposal-date', `${at}`, { at }] as [string, string, Partial<CommitRequest>],
    ),
    ...[
      '../x',
      '/x',
      'a//b',
      'a/./b',
      '.git/config',
      'a/.GIT/x',
      'git~1',
      '.g\u200cit/x',
      '.git /x',
      '.git::$DATA',
      'a\\b',
      'a\nb',
      'a\0',
      '.gitmodules',
      `${'x'.repeat(256)}`,
      '',
      'a/',
      '\ud800',
    ].map(
      (path) => ['proposal-path', JSON.stringify(path), on(path)] as [string, string, Partial<CommitRequest>],
    ),
    [
      'proposal-path',
      'a path that is there twice',
      { changes: [change('x', null, '1'), change('x', null, '2')] },
    ],
    ...[
      '',
      'A',
      'a..b',
      '../a',
      'a.lock',
      'a/',
      '/a',
      '-x',
      'a b',
      'a.',
      '.a',
      'HEAD',
      '\u202e',
      'a~1',
      'x'.repeat(201),
    ].map(
      (branch) =>
        ['proposal-branch', JSON.stringify(branch), { branch }] as [string, string, Partial<CommitRequest>],
    ),
    ['proposal-empty', 'no change', { changes: [] }],
    [
      'proposal-empty',
      'a change to what is there',
      { changes: [change('README.md', 'Skills.\n', 'Skills.\n')] },
    ],
    [
      'proposal-conflict',
      'a file that is not as it says',
      { changes: [change('README.md', 'Other.\n', 'x\n')] },
    ],
    ['proposal-conflict', 'a new file that is there', { changes: [change('README.md', null, 'x\n')] }],
    ['proposal-conflict', 'a file that is a folder', { changes: [change('skills', null, 'x\n')] }],
    ['proposal-conflict', 'a folder that is a file', { changes: [change('README.md/x', null, 'x\n')] }],
    [
      'path-collision',
      'a name that differs in case only',
      { changes: [change('skills/A/SKILL.md', null, 'x\n')] },
    ],
    [
      'path-collision',
      'two new names, one in NFD',
      { changes: [change('é', null, 'x\n'), change('e\u0301', null, 'x\n')] },
    ],
    ['object-missing', 'a base that is not there', { base: '1'.repeat(40) }],
    ['ref-not-found', 'a base that is no id', { base: 'HEAD' }],
  ];
  it.each(cases)('%s: %s', async (code, _name, other) => {
    const repository = await openRepository(repo.dir, { reader: 'isomorphic' });
    const refusal = writeProposal(repository, sampleRequest(base, other));
    await expect(refusal).rejects.toMatchObject({ name: 'SkillgraftError', code });
    await repository.close();
  });

  it('and nothing was written for any of them', () => {
    expect(repo.git('count-objects', '-v')).toBe(before);
    expect(existsSync(join(repo.dir, '.git/refs/heads/skillgraft'))).toBe(false);
  });
});
