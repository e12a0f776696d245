import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { curateCommand } from '../../runtime/commands/curate.js';
import { ROOT } from '../helpers/cli.js';

const text = readFileSync(join(ROOT, 'build', 'init', 'template', 'ci', 'github-curate.yml.txt'), 'utf8');
const workflow = parse(text);
const jobs: Record<string, { if: string; permissions: object; steps: Record<string, string>[] }> =
  workflow.jobs;

describe('the weekly workflow', () => {
  it('runs by the clock or by hand, and grants what each job needs only', () => {
    expect(Object.keys(workflow.on)).toEqual(['schedule', 'workflow_dispatch']);
    expect(workflow.permissions).toEqual({});
    expect(jobs.report!.permissions).toEqual({ contents: 'read' });
    expect(jobs.propose!.permissions).toEqual({ contents: 'write', 'pull-requests': 'write' });
    expect(jobs.report!.if.replace('!=', '==')).toBe(jobs.propose!.if);
  });

  it('pins what it uses, puts no expression into a script, and asks for options that there are', () => {
    const { options } = curateCommand(() => async () => {
      throw new Error('not asked for');
    });
    for (const { uses, run = '' } of Object.values(jobs).flatMap(({ steps }) => steps)) {
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      expect(run).not.toContain('${{');
      if (!run.includes(' curate ')) continue;
      for (const [, flag] of run.matchAll(/ --(?!yes)([a-z-]+)/g))
        expect(Object.keys(options)).toContain(flag);
    }
  });
});
