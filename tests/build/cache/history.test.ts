import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { sameBuild, sameWithCache, segmentsIn } from '../../helpers/kept-builds.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

function skill(name: string, more: string, body = `Use ${name} with care.\n\n## Steps of ${name}\n\nGo on.`) {
  return `---\nname: ${name}\n${more}\n---\n\n${body}\n`;
}

const HOSTILE = [
  'description: >-\n  Shows odd keys; for logs, use tidy-logs instead.',
  '__proto__: {polluted: yes, list: [1, {__proto__: 2}]}',
  'constructor: {prototype: {polluted: true}}',
  'hasOwnProperty: null',
  'metadata: {__proto__: x, toString: y, version: "1.10"}',
  'number: -0',
  'large: 1e400',
  '7: seven',
  'tags: [a, "", "\\u00e9", "e\\u0301"]',
].join('\n');

type Step = readonly [name: string, change: (repo: TestRepo) => unknown];

const STEPS: readonly Step[] = [
  [
    'several skills',
    (repo) => {
      for (const name of ['tidy-logs', 'cut-reed', 'bind-rope', 'fire-kiln'])
        repo.write(
          `skills/${name}/SKILL.md`,
          skill(name, `description: Does ${name}, at dawn. Use when ${name} is due.`),
        );
    },
  ],
  ['an edit', (repo) => repo.write('skills/tidy-logs/SKILL.md', skillText('tidy-logs', 'Another way.'))],
  ['a rename', (repo) => repo.git('mv', 'skills/cut-reed', 'skills/mow-reed')],
  ['a copy', (repo) => repo.write('skills/tidy-copy/SKILL.md', skillText('tidy-logs', 'Another way.'))],
  [
    'a nested skill',
    (repo) =>
      repo
        .write('skills/bind-rope/knots/SKILL.md', skillText('knots', 'Tie. <!-- skillgraft-ignore x: y -->'))
        .write('skills/bind-rope/notes.md', '# Notes\n\nOf ropes.\n'),
  ],
  [
    'a link that leads nowhere',
    (repo) =>
      repo.write('skills/fire-kiln/SKILL.md', skillText('fire-kiln', 'See [it](../../docs/Kiln.md#heat).')),
  ],
  ['a file that it may have meant', (repo) => repo.write('docs/kiln.md', '# Heat\n')],
  ['its target', (repo) => repo.write('docs/Kiln.md', '# Heat\n')],
  ['a program', (repo) => repo.write('skills/fire-kiln/run.sh', '#!/bin/sh\necho\n')],
  ['the executable bit', (repo) => chmodSync(join(repo.dir, 'skills/fire-kiln/run.sh'), 0o755)],
  ['front matter of odd keys', (repo) => repo.write('skills/odd/SKILL.md', skill('odd', HOSTILE))],
  ['broken front matter', (repo) => repo.write('skills/tidy-copy/SKILL.md', '---\nname: [\n---\n\nNo.\n')],
  ['a profile', (repo) => repo.write('skillgraft.json', '{"profile": "spec"}')],
  [
    'levels of rules',
    (repo) =>
      repo.write(
        'skillgraft.json',
        '{"rules": {"file-orphaned": "error", "description-no-occasion": "off"}}',
      ),
  ],
  ['hand-offs that are off', (repo) => repo.write('skillgraft.json', '{"hand-offs": "off"}')],
  [
    'signs of the world',
    (repo) =>
      repo
        .write(
          'skills/日本/SKILL.md',
          skill(
            'nihon',
            'description: 日本語の説明です。データベースを読む。',
            '# 数据库\n\n한국어 본문 𠀋𠀌。',
          ),
        )
        .write('skills/émile/SKILL.md', skill('emile', 'description: "\\u0130stanbul, ß and \\u00a0 ﬁ"')),
  ],
  ['synonyms', (repo) => repo.write('synonyms.json', '{"kiln": ["oven"]}')],
  ['a linked SKILL.md', (repo) => repo.link('skills/alias/SKILL.md', '../odd/SKILL.md')],
  [
    'a skill at the root',
    (repo) =>
      repo
        .write('SKILL.md', skillText('whole'))
        .write('skillgraft.json', '{"roots": ["."], "profile": "lenient"}'),
  ],
  ['no skill', (repo) => rmSync(join(repo.dir, 'skills/tidy-logs'), { recursive: true })],
];

describe('a cache that is kept over a history', () => {
  it('changes no byte of what is compared and built, whatever the history does', async () => {
    const repo = new TestRepo(join(temp.dir, 'steps'));
    const [cache, builds] = [join(temp.dir, 'cache'), join(temp.dir, 'cache-of-builds')];
    const ids = [repo.commit('nothing')];
    const counts: number[] = [];
    let remembered = 0;
    for (const [name, change] of STEPS) {
      change(repo);
      ids.push(repo.commit(name));
      const [base, head] = ids.slice(-2) as [string, string];
      await sameWithCache(cache, { repo: repo.dir, base, head, exact: true, embedder: 'none' });
      counts.push(segmentsIn(cache).length);
      remembered += await sameBuild(builds, { repo: repo.dir, ref: head, embedder: 'none' });
    }
    // Every skill but those that a step touches, in nearly every step.
    expect(remembered).toBeGreaterThan(60);
    expect(Math.max(...counts)).toBe(12);
    // Once there are enough files, they are made into one.
    expect(counts.some((count, i) => count < counts[i - 1]!)).toBe(true);
    // Over all, and back.
    for (const [base, head] of [
      [ids[1]!, ids.at(-1)!],
      [ids.at(-1)!, ids[1]!],
    ] as const) {
      await sameWithCache(cache, { repo: repo.dir, base, head, exact: true, embedder: 'none' });
    }
  });
});
