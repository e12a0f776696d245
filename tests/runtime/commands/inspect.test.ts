import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInto } from '../../helpers/built-case.js';
import { skillgraft } from '../../helpers/cli.js';
import { TestRepo, tempFolder } from '../../helpers/git-repo.js';

let temp: ReturnType<typeof tempFolder>;
let dir: string;
beforeAll(async () => {
  temp = tempFolder('skillgraft-inspect-');
  dir = join(temp.dir, 'repo');
  const needs = 'requires:\n  bins: node\n  env: TOKEN_OF_TEST\n  mcp: nowhere';
  const repo = new TestRepo(dir).write(
    'skills/needy/SKILL.md',
    `---\nname: needy\ndescription: "Does it.\\e[31m\\nversion v9"\n${needs}\n---\n\nDo it, as in [one](one.md).\n`,
  );
  repo.commit('add');
  await buildInto(dir);
});
afterAll(() => temp.dispose());

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  skillgraft(['inspect', ...args], { cwd: dir, env: { HOME: temp.dir, ...env } });

describe('skillgraft inspect', () => {
  it('ends with 1 where something is missing, and never shows a value', () => {
    const { status, stdout } = run(['needy']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^requires +program node: there \(.+node.*\)$/m);
    expect(stdout).toMatch(/^requires +variable TOKEN_OF_TEST: NOT SET$/m);
    expect(stdout).toMatch(/^requires +MCP server nowhere: not known here$/m);
    const set = run(['needy'], { TOKEN_OF_TEST: 'geheim' });
    expect(set.status).toBe(0);
    expect(set.stdout).toMatch(/^requires +variable TOKEN_OF_TEST: set$/m);
    expect(set.stdout + set.stderr).not.toContain('geheim');
  });

  it('says in whole words what was found, and where to see the places', () => {
    const { stdout, stderr } = run(['needy']);
    const { findings } = JSON.parse(run(['needy', '--json']).stdout);
    expect(findings).not.toEqual([]);
    expect(stdout).toContain(`[${findings[0].code}]`);
    expect(stdout).not.toContain('…');
    expect(stderr).toContain('skillgraft check');
  });

  it('keeps a description on its line', () => {
    const { stdout } = run(['needy']);
    expect(stdout).toMatch(/^description +Does it\. version v9$/m);
    expect(stdout).not.toContain('\u001b');
  });

  it('prints the same as JSON', () => {
    const { status, stdout } = run(['needy', '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ path: 'skills/needy', lacks: true, totals: { files: 1 } });
    expect(run(['nothing']).status).toBe(2);
  });
});
