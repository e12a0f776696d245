import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import type { SkillIndex } from '../../../runtime/skill-index.js';
import { skillgraft } from '../../helpers/cli.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { buildInto } from '../../helpers/skills-repo.js';

const temp = tempFolder();
const out = join(temp.dir, 'dist');
let index: SkillIndex;

beforeAll(async () => {
  const repo = new TestRepo(join(temp.dir, 'repo'));
  const words = (n: number): string => Array.from({ length: n }, (_, i) => `word${i}`).join(' ');
  repo
    .write('skills/large/SKILL.md', skillText('large', words(400)))
    .write('skills/small/SKILL.md', skillText('small', 'One word.'))
    .write('skills/middle/SKILL.md', skillText('middle', words(40)))
    .write('skills/middle/data.bin', new Uint8Array(5000))
    .commit('first');
  await buildInto({ repo: repo.dir, out });
  index = await openIndex(out);
});
afterAll(() => temp.dispose());

describe('the bytes of an index', () => {
  test('are those of its file, and its sections add up to them', async () => {
    const { index: bytes, sections } = await index.bytes();
    expect(bytes).toBe(statSync(join(out, 'index.json')).size);
    expect(sections.reduce((sum, section) => sum + section.bytes, 0)).toBe(bytes);
    expect(sections.map(({ name }) => name).sort()).toEqual([
      'lexical',
      'lineage',
      'other',
      'skills',
      'vectors',
    ]);
  });

  test('by field are most of the lexical section, and nearly all of the postings belong to a skill', async () => {
    const { sections, fields, skills } = await index.bytes();
    const lexical = sections.find(({ name }) => name === 'lexical')!.bytes;
    const byField = fields.reduce((sum, field) => sum + field.bytes, 0);
    expect(byField).toBeGreaterThan(0.8 * lexical);
    expect(byField).toBeLessThan(lexical);
    const bySkill = skills.reduce((sum, { words }) => sum + words, 0);
    expect(bySkill).toBeGreaterThan(0.8 * byField);
    expect(bySkill).toBeLessThan(byField);
  });

  test('by skill: the largest first, its files beside the index', async () => {
    const { skills, files } = await index.bytes();
    expect(skills.map(({ path }) => path)).toEqual(['skills/large', 'skills/middle', 'skills/small']);
    for (const { index: sum, entry, words, vector, lineage } of skills)
      expect(entry + words + vector + lineage).toBe(sum);
    expect(skills[1]!.files).toBeGreaterThan(5000);
    expect(files).toBe(skills.reduce((sum, skill) => sum + skill.files, 0));
  });

  test('are shown by stats --bytes', () => {
    const { stdout, status } = skillgraft(['stats', '--bytes', '--top', '1', '--index', out]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^index +[\d.]+ KiB\n {2}lexical /);
    expect(stdout).toMatch(/skills\/large .*\nand 2 more/);
    const json = JSON.parse(skillgraft(['stats', '--bytes', '--json', '--index', out]).stdout);
    expect(json.skills).toHaveLength(3);
  });
});
