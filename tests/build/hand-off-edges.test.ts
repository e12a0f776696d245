import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type HandingSkill, handOffEdges } from '../../build/hand-off-edges.js';
import { ownTexts } from '../../build/own-texts.js';
import { openIndex } from '../../runtime/open-index.js';
import { skillgraft } from '../helpers/cli.js';
import { TestRepo, tempFolder } from '../helpers/git-repo.js';
import { buildInto, withBuild } from '../helpers/skills-repo.js';

const skill = (path: string, description: string, name = path.split('/').at(-1)!): HandingSkill => ({
  path,
  name,
  handOffs: ownTexts(name, description, {}).handOffs,
});
const pairs = (skills: readonly HandingSkill[]) =>
  handOffEdges(skills).edges.map(({ from, to }) => `${from} > ${to}`);

describe('handOffEdges', () => {
  it('finds targets by name and by folder', () => {
    const skills = [
      skill('skills/a', 'Does a. For b, see bees. Not for c (use c-folder).'),
      skill('skills/x', 'Does b.', 'bees'),
      skill('skills/c-folder', 'Does c.', 'sea'),
    ];
    expect(pairs(skills)).toEqual(['skills/a > skills/c-folder', 'skills/a > skills/x']);
    expect(handOffEdges(skills).unknown).toEqual([]);
  });

  it('takes the nearest of several', () => {
    const texts = ['one/a', 'two/mail-out', 'one/mail-out'].map((path) =>
      skill(path, 'For mails, use mail-out.'),
    );
    expect(pairs(texts)).toEqual(['one/a > one/mail-out']);
  });

  it('reports a kebab-case target that is not there, and no other word', () => {
    const { edges, unknown } = handOffEdges([
      skill('skills/a', 'Does a. For logs use log-reader. For mails, see emails. Not for end-to-end tests.'),
    ]);
    expect(edges).toEqual([]);
    expect(unknown).toEqual([{ path: 'skills/a', value: 'log-reader' }]);
  });

  it('never leads to itself', () => {
    expect(pairs([skill('skills/a-b', 'Not for c. For d use a-b.')])).toEqual([]);
  });
});

describe('hand-offs in an index', () => {
  const temp = tempFolder('skillgraft-hand-offs-');
  afterAll(() => temp.dispose());
  const file = (name: string, description: string) =>
    `---\nname: ${name}\ndescription: ${description}\n---\n\nText.\n`;
  const repo = new TestRepo(join(temp.dir, 'r'))
    .write(
      'skills/flows/SKILL.md',
      file('flows', 'Builds flows. For zebra robots, see robots. Not for ponies (use pony-club).'),
    )
    .write('skills/robots/SKILL.md', file('robots', 'Builds robots.'));
  repo.commit('one');
  const out = join(temp.dir, 'out');

  it('become edges and findings, and lead a search to the other skill only', async () => {
    await withBuild({ repo: repo.dir }, async ({ findings, lineage }) => {
      expect(lineage.edges).toEqual([{ type: 'hands-off-to', from: 'skills/flows', to: 'skills/robots' }]);
      expect(findings.filter(({ code }) => code === 'hand-off-unknown')).toMatchObject([
        {
          severity: 'info',
          path: 'skills/flows/SKILL.md',
          line: 3,
          column: 14,
          args: { value: 'pony-club' },
        },
      ]);
    });
    await buildInto({ repo: repo.dir, out });
    const index = await openIndex(out);
    expect((await index.search('zebra')).results.map(({ path }) => path)).toEqual(['skills/robots']);
    expect((await index.search('flows')).results[0]!.path).toBe('skills/flows');
  });

  it('are shown by log and show', () => {
    expect(skillgraft(['log', 'flows', '--index', out]).stdout).toContain('hands off to: skills/robots\n');
    expect(skillgraft(['show', 'flows', '--index', out]).stdout).toContain('hands off to: skills/robots\n');
    expect(skillgraft(['log', 'robots', '--index', out]).stdout).not.toContain('hands off to');
  });
});
