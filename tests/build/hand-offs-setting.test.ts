import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { BuildOptions } from '../../build/options.js';
import { openIndex } from '../../runtime/open-index.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import type { VectorSection } from '../../schema/embedding.js';
import type { Artifact } from '../../schema/index.types.js';
import { skillgraft } from '../helpers/cli.js';
import { tempFolder } from '../helpers/git-repo.js';
import { withBuild } from '../helpers/skills-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const FILES = {
  'skills/write-commits/SKILL.md': `---
name: write-commits
description: Writes commit messages. Not for changelogs of a release, use write-releases. Not for idling, use write-nothing.
---

Then load write-releases to announce the milestone.
`,
  'skills/write-releases/SKILL.md': `---
name: write-releases
description: Prepares what is published.
---

Number it.
`,
};
const repo = join(temp.dir, 'repo');
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(repo, path)), { recursive: true });
  writeFileSync(join(repo, path), text);
}

interface Built {
  readonly index: SkillIndex;
  readonly codes: readonly string[];
}

async function build(options: Omit<BuildOptions, 'repo'> = {}): Promise<Built> {
  return withBuild({ repo, ...options }, async ({ index, findings }) => ({
    index: await openIndex(JSON.parse(Buffer.from(index).toString('latin1')) as Artifact),
    codes: findings.map(({ code }) => code),
  }));
}

async function firstFor({ index }: Built, query: string): Promise<string | undefined> {
  const { results } = await index.search(query, { gate: false });
  return results[0]?.name;
}

const handsOff = ({ index }: Built): readonly unknown[] =>
  index.lineage('write-commits').edges.filter(({ type }) => type === 'hands-off-to');

describe('the setting `hand-offs`', () => {
  it('on: a clause counts for the skill that it names, and is an edge or a finding', async () => {
    const on = await build();
    expect(await firstFor(on, 'changelogs')).toBe('write-releases');
    expect(handsOff(on)).toHaveLength(1);
    expect(on.codes).toContain('hand-off-unknown');
  });

  it('off: it counts for the skill that says it, and is neither', async () => {
    const off = await build({ handOffs: false });
    expect(await firstFor(off, 'changelogs')).toBe('write-commits');
    expect(handsOff(off)).toEqual([]);
    expect(off.codes).not.toContain('hand-off-unknown');
  });

  it('off: what is embedded has it, and sentences of bodies go on counting', async () => {
    const [on, off] = await Promise.all([build(), build({ handOffs: false })]);
    const vectors = ({ index }: Built): string => (index.artifact.vectors as VectorSection).vectors;
    expect(vectors(off)).not.toBe(vectors(on));
    const parts = (await off.index.search('announce the milestone', { gate: false, verbose: true })).results;
    const found = parts.find(({ name }) => name === 'write-releases')!.parts!;
    expect(found.find(({ field }) => field === 'references')!.terms).not.toEqual([]);
  });

  it('is one of the settings that an artifact is of, and `on` is as if it were absent', async () => {
    const configs = await Promise.all([build(), build({ handOffs: true }), build({ handOffs: false })]);
    const [absent, on, off] = configs.map(({ index }) => index.artifact.source.config);
    expect(on).toBe(absent);
    expect(off).not.toBe(absent);
  });

  it('comes from the file of settings, and the environment wins', async () => {
    writeFileSync(join(repo, 'skillgraft.json'), '{"hand-offs": "off"}');
    expect(handsOff(await build())).toEqual([]);
    expect(handsOff(await build({ handOffs: true }))).toHaveLength(1);
    const edges = async (value: string): Promise<readonly unknown[]> => {
      const out = join(temp.dir, `out-${value}`);
      const env = { SKILLGRAFT_HAND_OFFS: value };
      expect(skillgraft(['build', '--repo', repo, '--out', out], { cwd: temp.dir, env }).status).toBe(0);
      return handsOff({ index: await openIndex(out), codes: [] });
    };
    expect(await edges('on')).toHaveLength(1);
    expect(await edges('off')).toEqual([]);
    writeFileSync(join(repo, 'skillgraft.json'), '{"hand-offs": "never"}');
    expect((await build()).codes).toContain('config-not-a-choice');
  });
});
