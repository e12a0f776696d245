import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../runtime/open-index.js';
import { residentRules } from '../../runtime/rules.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import { buildInto } from '../helpers/built-case.js';
import { skillgraft } from '../helpers/cli.js';
import { TestRepo, tempFolder } from '../helpers/git-repo.js';

const temp = tempFolder();
let index: SkillIndex;
let out = '';

beforeAll(async () => {
  const repo = new TestRepo(temp.dir);
  const add = (path: string, more: string): void => {
    const name = path.split('/').at(-1)!;
    repo.write(
      `skills/${path}/SKILL.md`,
      `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n\nDo it.\n`,
    );
  };
  add('zeta', 'kind: rule\n');
  add('alpha/commit', 'metadata:\n  kind: Rule\n  repo: Global\n');
  add('Beta', 'kind: rule\nstatus: stale\n');
  add('api-only', 'kind: rule\nrepo: api\n');
  add('old', 'kind: rule\nstatus: deprecated\n');
  add('gone', 'kind: rule\nstatus: archived\n');
  add('plain', 'kind: skill\nskill-type: RULE\n');
  repo.commit('add all');
  ({ out } = await buildInto(repo.dir));
  index = await openIndex(out);
});
afterAll(() => temp.dispose());

const paths = (repo?: string): string[] => residentRules(index.skills, repo).map(({ path }) => path);

describe('residentRules', () => {
  it('gives skills of kind rule, by path; without archived and deprecated ones', () => {
    expect(paths()).toEqual(['skills/Beta', 'skills/alpha/commit', 'skills/api-only', 'skills/zeta']);
    expect(residentRules([...index.skills].reverse())).toEqual(residentRules(index.skills));
    expect(residentRules([])).toEqual([]);
  });

  it('leaves out those for another repository, where that is known', () => {
    expect(paths('web')).toEqual(['skills/Beta', 'skills/alpha/commit', 'skills/zeta']);
    expect(paths('API')).toEqual(paths());
  });

  it('says what is needed to tell of a rule', () => {
    expect(residentRules(index.skills)[0]).toEqual({
      path: 'skills/Beta',
      name: 'Beta',
      description: 'Does Beta.',
      repo: 'global',
      status: 'stale',
    });
  });

  it('is counted by stats, and its rules are found by searches', async () => {
    expect(index.stats().rules).toBe(4);
    expect(skillgraft(['stats', '--index', out]).stdout).toMatch(
      /^rules +4, resident in the server's instructions$/m,
    );
    expect((await index.search('zeta')).results[0]).toMatchObject({ path: 'skills/zeta' });
  });
});
