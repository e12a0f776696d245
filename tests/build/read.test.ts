import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildIndex } from '../../build/build-index.js';
import { BuildMemo } from '../../build/memo.js';
import { TestRepo, tempFolder } from '../helpers/git-repo.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

const SKILL = `---
name: mend-roofs
description: Mends roofs. Use when it drips.
---

Read [the guide](../../docs/Guide.md) and \`references/tiles.md\`.
<!-- skillgraft-ignore body-empty: nothing to say -->
`;

describe('readSkills with a memo', () => {
  it('judges an unchanged skill by the files around it, as they are in each commit', async () => {
    const repo = new TestRepo(join(temp.dir, 'repo'));
    repo
      .write('skills/mend-roofs/SKILL.md', SKILL)
      .write('skills/mend-roofs/references/nails.md', '# Nails\n');
    const refs = [repo.commit('neither is there')];
    refs.push(repo.write('docs/guide.md', '# Guide\n').commit('another case'));
    refs.push(repo.write('docs/Guide.md', '# Guide\n').commit('there'));
    refs.push(repo.write('tiles/references/tiles.md', '# Tiles\n').commit('alike'));
    refs.push(
      repo.write('skillgraft.json', '{"profile": "spec", "handOffs": false}').commit('other settings'),
    );
    refs.push(refs[0]!);
    const memo = new BuildMemo();
    const seen: string[] = [];
    for (const ref of refs) {
      const [shared, alone] = [
        await buildIndex({ repo: repo.dir, ref, memo }),
        await buildIndex({ repo: repo.dir, ref }),
      ];
      expect([shared.findings, shared.waived]).toEqual([alone.findings, alone.waived]);
      expect(Buffer.compare(shared.index, alone.index)).toBe(0);
      seen.push(shared.findings.map(({ code, args }) => `${code} ${args.like ?? args.actual ?? ''}`).join());
      for (const one of [shared, alone]) await one.close();
    }
    expect(new Set(seen).size).toBeGreaterThan(3);
  });
});
