import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BuildMemo } from '../../build/memo.js';
import { digestOf } from '../../runtime/files/digest.js';
import { TestRepo, tempFolder } from '../helpers/git-repo.js';
import { builtAll } from '../helpers/kept-builds.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

function skill(name: string, description: string, body: string, more = ''): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}\n`;
}
const OTHERS = ['tidy-logs', 'cut-reed', 'bind-rope', 'fire-kiln'];
const TARGET = skill('cut-reed', 'Cuts reed.', 'Cut the reed with a sharp knife.');

/** What a skill says in one commit and in the next. */
const PAIRS: readonly (readonly [name: string, one: string, two: string, embedder: 'none' | 'static'])[] = [
  [
    'a clause with a NUL',
    skill('x', '"Bakes bread\\0Heats ovens"', 'B.'),
    skill('x', 'Bakes bread', 'B.', 'tags: ["Heats ovens"]\n'),
    'none',
  ],
  [
    'a name with a NUL',
    skill('"x\\0y"', 'Does that well', 'B.'),
    skill('x', '"y\\0Does that well"', 'B.'),
    'static',
  ],
  [
    'a heading that reads as the id of a body',
    skill('a', 'Does it.', `# skills/cut-reed/SKILL.md ${digestOf(Buffer.from(TARGET))}\n\nB.`),
    skill('a', 'Does it.', '# B'),
    'none',
  ],
];

it.each(PAIRS)('a memo tells %s from what it is not', async (name, one, two, embedder) => {
  const repo = new TestRepo(join(temp.dir, name.replaceAll(' ', '-')));
  for (const other of OTHERS)
    repo.write(
      `skills/${other}/SKILL.md`,
      skill(
        other,
        `Does ${other} at early dawn; knows how ${other} works in winter.`,
        `## The steps of ${other}\n\nUse ${other} with great care.`,
      ),
    );
  repo.write('skills/cut-reed/SKILL.md', TARGET);
  const ids = [one, two].map((text) => repo.write('skills/aaa/SKILL.md', text).commit('next'));
  const memo = new BuildMemo();
  for (const ref of ids) {
    const how = { repo: repo.dir, ref, incremental: false, embedder };
    expect(await builtAll({ ...how, memo })).toBe(await builtAll(how));
  }
});
