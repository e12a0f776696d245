import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectSkill } from '../../../runtime/inspect/inspect-skill.js';
import type { Machine, Requirements } from '../../../runtime/inspect/types.js';
import { openIndex } from '../../../runtime/open-index.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import { buildInto } from '../../helpers/built-case.js';
import { TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';

const skill = (name: string, more: string, body = 'Do it.') =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n\n${body}\n`;

const NEEDS = [
  'derived-from: base',
  'compatibility: Needs a shell.',
  'requires:',
  '  bins: git, nothing, ../up',
  '  env: [SET, UNSET]',
  '  skills: base, old-needy, gone',
  '  mcp: [github, else]',
  '',
].join('\n');
const LINKS = 'See [one](a.md) and [two](b.md).';
const OPENCLAW = 'metadata: {openclaw: {requires: {bins: [git], anyBins: [rg, grep], env: [OTHER]}}}\n';
const MANY = `requires:\n  bins: ${Array.from({ length: 150 }, (_, at) => `p${at}`).join(', ')}\n`;

let temp: ReturnType<typeof tempFolder>;
let index: SkillIndex;
beforeAll(async () => {
  temp = tempFolder('skillgraft-inspect-');
  const repo = new TestRepo(join(temp.dir, 'repo'));
  repo
    .write('skills/base/SKILL.md', skill('base', ''))
    .write('skills/old-needy/SKILL.md', skill('old-needy', NEEDS, LINKS));
  repo.commit('first');
  repo.git('mv', 'skills/old-needy', 'skills/needy');
  repo
    .write('skills/needy/SKILL.md', skill('needy', NEEDS, LINKS))
    .write('skills/needy/run.sh', '#!/bin/sh\n')
    .write('skills/claw/SKILL.md', skill('claw', OPENCLAW))
    .write('skills/many/SKILL.md', skill('many', MANY))
    .write('skills/odd/SKILL.md', skill('odd', 'requires: everything\n'));
  repo.git('add', '.');
  repo.git('update-index', '--chmod=+x', 'skills/needy/run.sh');
  repo.git('commit', '-qm', 'Rename it\n\nSkill-Action: FIX\nSkill-Name: needy\nSkill-Reason: It has to.');
  index = await openIndex((await buildInto(repo.dir)).out);
});
afterAll(() => temp.dispose());

/** Has what is named, and counts what it is asked. */
function machineWith(names: readonly string[]) {
  const asked: string[] = [];
  const machine: Machine = {
    async findProgram(name) {
      asked.push(name);
      return names.includes(name) ? `/at/${name}` : null;
    },
    hasVariable: (name) => names.includes(name),
    mcpServers: async () => new Map(names.map((name) => [name, `/of/${name}`])),
  };
  return { machine, asked };
}

const present = (requires: Requirements) =>
  Object.fromEntries(
    Object.values(requires)
      .flat()
      .map(({ name, present: is }) => [name, is]),
  );

describe('inspectSkill', () => {
  it('says what is required, and whether it is there', async () => {
    const { machine, asked } = machineWith(['git', 'SET', 'github']);
    const { requires, lacks, compatibility } = await inspectSkill(index, 'needy', machine);
    expect(requires.bins[0]).toEqual({ name: 'git', present: true, where: '/at/git' });
    expect(requires.env).toEqual([
      { name: 'SET', present: true },
      { name: 'UNSET', present: false },
    ]);
    expect(requires.skills.map(({ where }) => where)).toEqual(['skills/base', 'skills/needy', undefined]);
    expect(present(requires)).toMatchObject({
      nothing: false,
      '../up': null,
      gone: false,
      github: true,
      else: null,
    });
    expect({ lacks, compatibility }).toEqual({ lacks: true, compatibility: 'Needs a shell.' });
    expect(asked).not.toContain('../up');
  });

  it('knows nothing of a machine that it is not given, and of skills all the same', async () => {
    const { requires } = await inspectSkill(index, 'needy');
    const { bins, env, skills, mcp } = requires;
    expect([...bins, ...env, ...mcp].every(({ present: is }) => is === null)).toBe(true);
    expect(skills.map(({ present: is }) => is)).toEqual([true, true, false]);
  });

  it('reads what OpenClaw documents: of some programs, one is enough', async () => {
    const { requires, lacks } = await inspectSkill(
      index,
      'claw',
      machineWith(['git', 'grep', 'OTHER']).machine,
    );
    expect(present(requires)).toEqual({ git: true, 'rg or grep': true, OTHER: true });
    expect(lacks).toBe(false);
    expect((await inspectSkill(index, 'claw', machineWith([]).machine)).lacks).toBe(true);
  });

  it('looks for a hundred of a kind at most, and reads no other shape', async () => {
    const { machine, asked } = machineWith([]);
    const { requires } = await inspectSkill(index, 'many', machine);
    expect({ asked: asked.length, last: requires.bins.at(-1) }).toEqual({
      asked: 100,
      last: { name: 'p149', present: null },
    });
    const odd = await inspectSkill(index, 'odd', machine);
    expect(odd).toMatchObject({ lacks: false, requires: { bins: [], env: [], skills: [], mcp: [] } });
    expect(odd.findings.map(({ code }) => code)).toContain('requires-shape');
  });

  it('counts files, bytes and findings', async () => {
    const { files, totals, tokens, findings, digest, uri } = await inspectSkill(index, 'needy');
    expect(files.map(({ path, executable }) => [path, executable])).toEqual([
      ['SKILL.md', undefined],
      ['run.sh', true],
    ]);
    expect(totals).toEqual({ files: 2, bytes: files[0]!.size + 10, executables: 1 });
    expect(tokens.body).toBeGreaterThan(5);
    expect(findings).toContainEqual({
      code: 'link-missing',
      count: 2,
      severity: 'warning',
      message: expect.stringMatching(/^[^…]+\. Mend the path[^…]*\.$/),
    });
    expect({ digest, uri }).toEqual({ digest: files[0]!.digest, uri: 'skill://needy/SKILL.md' });
  });

  it('says where the lineage has come to', async () => {
    const { head, version } = await inspectSkill(index, 'needy');
    expect(version).toBe(2);
    expect(head).toMatchObject({
      status: 'full',
      version: {
        number: 2,
        date: expect.stringMatching(/^\d{4}-/),
        change: 'rename',
        action: 'FIX',
        reason: 'It has to.',
      },
      formerly: ['skills/old-needy'],
      parents: ['skills/base'],
      handsOffTo: [],
    });
  });

  it.each(['skills/needy', 'skill://needy/SKILL.md', 'skill://needy/run.sh', 'old-needy'])(
    'takes %s',
    async (word) => {
      expect((await inspectSkill(index, word)).path).toBe('skills/needy');
    },
  );

  it('says that a former name is one, and that a skill is not there', async () => {
    expect((await inspectSkill(index, 'old-needy')).notices.map(({ code }) => code)).toEqual(['renamed']);
    expect(await codeOf(inspectSkill(index, 'nothing'))).toBe('skill-unknown');
  });
});
