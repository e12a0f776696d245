import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../helpers/cli.js';
import { skillText, type TestRepo } from '../helpers/git-repo.js';
import { runWorkflow } from '../helpers/run-workflow.js';
import { type PullEvent, SkillsForge } from '../helpers/skills-forge.js';

const COMMENT = readFileSync(join(ROOT, '.github', 'workflows', 'skills-comment.yml'), 'utf8');

let forge: SkillsForge;
beforeEach(async () => {
  forge = await SkillsForge.open();
});
afterEach(() => forge.close());

const addOne = (repo: TestRepo): void => {
  repo.write(
    'skills/spell-check/SKILL.md',
    skillText('spell-check', '@everyone <img src=x> [go](http://x.invalid)'),
  );
};

/** The run of a pull request has ended; GitHub names no pull request there where it was a fork's. */
function ended(pull: PullEvent, change: Record<string, unknown> = {}) {
  const [login] = pull.from.split('/');
  const workflow_run = {
    event: 'pull_request',
    head_branch: `change-${pull.number}`,
    head_sha: pull.head,
    head_repository: { full_name: pull.from, owner: { login } },
    pull_requests: [],
    ...change,
  };
  return runWorkflow(
    COMMENT,
    { name: 'workflow_run', payload: { workflow_run }, sha: forge.start },
    forge.world,
  );
}

describe('skills-comment.yml', () => {
  it('comments on the pull request of a fork, with a report of its own making', async () => {
    const { find, report, comment } = await ended(forge.pull(addOne, 'mallory/skills'));
    expect([find!.result, report!.result, comment!.result]).toEqual(['success', 'success', 'success']);
    const [only, ...others] = forge.github.comments.of(1);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ author: 'github-actions[bot]' });
    expect(only!.body).toContain('spell');
    expect(only!.body).not.toMatch(/@everyone|<img|http:\/\/x/);
    expect(forge.github.violations).toEqual([]);
    for (const { env } of report!.steps) expect(Object.values(env)).not.toContain(forge.world.token);
  });

  it.each([
    ['the head has moved on since', { head_sha: '1'.repeat(40) }],
    ['the branch is another one', { head_branch: 'a&state=closed&x=' }],
  ])('says nothing where %s', async (_, change) => {
    const { find, report, comment } = await ended(forge.pull(addOne, 'mallory/skills'), change);
    expect([find!.result, report!.result, comment!.result]).toEqual(['success', 'skipped', 'skipped']);
    expect(forge.github.violations).toEqual([]);
    expect(forge.github.comments.comments).toEqual([]);
  });

  it.each([
    ['of this repository', 'acme/skills', {}],
    ['that was no pull request', 'mallory/skills', { event: 'push' }],
  ])('leaves a run %s alone', async (_, from, change) => {
    const { find, comment } = await ended(forge.pull(addOne, from), change);
    expect([find!.result, comment!.result]).toEqual(['skipped', 'skipped']);
    expect(forge.github.requests).toEqual([]);
  });
});
