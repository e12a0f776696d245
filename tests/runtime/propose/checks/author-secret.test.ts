import { afterAll, expect, it } from 'vitest';
import { AUTHOR_FILE } from '../../../../runtime/propose/checks/secrets.js';
import { propose } from '../../../../runtime/propose/propose.js';
import { skillText, TestRepo, tempFolder } from '../../../helpers/git-repo.js';

const temp = tempFolder('skillgraft-author-');
afterAll(() => temp.dispose());

it('refuses an author that holds a secret, whoever names it', async () => {
  const repo = new TestRepo(temp.dir);
  repo.write('skills/a/SKILL.md', skillText('a')).commit('base');
  const author = `Agent ghp_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'} <agent@example.invalid>`;
  const fix = { action: 'FIX', name: 'a', lesson: 'Turn it slowly.' };
  for (const [request, options] of [
    [{ ...fix, author }, {}],
    [fix, { author }],
  ] as const) {
    await expect(propose(request, { repo: repo.dir, ...options })).rejects.toMatchObject({
      code: 'proposal-refused',
      findings: [{ code: 'secret-found', path: AUTHOR_FILE, line: 1 }],
    });
  }
  expect(repo.git('branch', '--list', 'skillgraft/*')).toBe('');
});
