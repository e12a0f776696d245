import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { templateFiles } from '../../build/init/template.js';
import { GitHttpServer } from '../helpers/git-http-server.js';
import { git } from '../helpers/git-repo.js';
import { runWorkflow } from '../helpers/run-workflow.js';
import { SkillsForge } from '../helpers/skills-forge.js';
import type { WorkflowEvent } from '../helpers/workflow-types.js';

const made = await templateFiles({ version: '1.2.3' });
const TEXT = made.find(({ path }) => path.endsWith('skills-curate.yml'))!.text;

let forge: SkillsForge;
let server: GitHttpServer;
beforeEach(async () => {
  forge = await SkillsForge.open();
  server = new GitHttpServer(dirname(forge.world.origin));
});
afterEach(async () => {
  await server.close();
  await forge.close();
});

const everyWeek = (sha: string): WorkflowEvent => ({
  name: 'schedule',
  payload: { ref: 'refs/heads/main' },
  sha,
});

describe('the weekly workflow that init writes', () => {
  it('reports, with a skill that cannot be indexed, too', async () => {
    const { sha } = forge.push('Break one', (repo) =>
      repo.write('skills/broken/SKILL.md', 'No front matter.\n'),
    );
    const { report, propose } = await runWorkflow(TEXT, everyWeek(sha), forge.world);
    expect(propose!.result).toBe('skipped');
    expect(report!.result).toBe('success');
    expect(report!.summary).toContain('# ');
    for (const { env } of report!.steps) expect(Object.values(env)).not.toContain(forge.world.token);
    expect(forge.origin('for-each-ref', '--format=%(refname)')).not.toContain('refs/heads/skillgraft/');
  });

  it('proposes the report as a pull request where the repository says so', async () => {
    git(forge.world.origin, ['config', 'http.receivepack', 'true']);
    const { origin, repository } = forge.world;
    const place = join(dirname(origin), `${repository}.git`);
    mkdirSync(dirname(place));
    symlinkSync(origin, place);
    const address = `${await server.listen()}/${repository}.git`;
    const world = { ...forge.world, address, variables: { SKILLGRAFT_CURATE: 'propose' } };
    // Two that say the same are something to do.
    const { sha } = forge.push('Copy one', (repo) => {
      const text = readFileSync(join(repo.dir, 'skills/conventional-commits/SKILL.md'), 'utf8');
      repo.write(
        'skills/commit-messages/SKILL.md',
        text.replace('name: conventional-commits', 'name: commit-messages'),
      );
    });
    const { report, propose } = await runWorkflow(TEXT, everyWeek(sha), world);
    expect(report!.result).toBe('skipped');
    expect(propose!.steps.at(-1)).toMatchObject({ code: 0 });
    expect(propose!.summary).toContain('# ');
    expect(forge.github.pulls).toHaveLength(1);
    expect(forge.origin('for-each-ref', '--format=%(refname)')).toContain('refs/heads/skillgraft/');
  });
});
