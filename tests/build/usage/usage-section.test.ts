import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import { packageRoot } from '../../../runtime/package-info.js';
import type { Artifact } from '../../../schema/index.types.js';
import type { UsageSection } from '../../../schema/usage/section.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { withBuild } from '../../helpers/skills-repo.js';
import { usageFile, usageRecord } from '../../helpers/usage-records.js';

const temp = tempFolder();
let repo: TestRepo;
let unused = '';
let used = '';
beforeAll(() => {
  repo = new TestRepo(join(temp.dir, 'repo'));
  unused = repo
    .write('skills/one/SKILL.md', skillText('one'))
    .write('skills/two/SKILL.md', skillText('two'))
    .commit('skills');
  repo.write('skills/one/SKILL.md', skillText('one', 'Do another step.'));
  used = repo
    .write(
      ...usageFile('skills/one', [
        usageRecord('Ship the parcel', [3, 0], { version: 1 }),
        usageRecord('ship the  parcel', [1, 1]),
        usageRecord('weigh a letter', [0, 2]),
        usageRecord('fold a map', [1, 1]),
        usageRecord('Measured QUERY', [4, 0]),
      ]),
    )
    .write('evals/own.jsonl', '{"id": "1", "query": "measured query", "expected": ["one"]}\n')
    .commit('records');
});
afterAll(() => temp.dispose());

async function build(ref: string): Promise<{ artifact: Artifact; text: string; findings: string[] }> {
  return withBuild({ repo: repo.dir, ref }, async ({ index, findings }) => {
    const text = Buffer.from(index).toString('latin1');
    const shown = findings.map(({ path, code, args }) => [path, code, args.queries].join(' '));
    return { artifact: JSON.parse(text) as Artifact, text, findings: shown };
  });
}

describe('the usage of an index', () => {
  it('is absent where the repository has no records', async () => {
    const { artifact } = await build(unused);
    expect(Object.keys(artifact)).not.toContain('usage');
    expect((await openIndex(artifact)).usage).toBeNull();
  });

  it('has the recorded queries by evidence, and what each version was worth', async () => {
    const { artifact, text } = await build(used);
    const { routing, skills } = artifact.usage as UsageSection;
    expect(routing!.queries).toEqual(['Ship the parcel', 'weigh a letter']);
    expect([...Buffer.from(routing!.evidence, 'base64')].map((byte) => (byte << 24) >> 24)).toEqual([
      66, -48,
    ]);
    expect(routing!.profile).toMatchObject({ weight: 0, pair: 0.5 });
    expect(skills.map(({ path }) => path)).toEqual(['skills/one']);
    expect(skills[0]!.versions).toEqual([
      expect.objectContaining({ version: 1, successes: 9, failures: 4, loads: 13, last: '2026-01-31' }),
    ]);
    expect((await build(used)).text).toBe(text);
    const schema = JSON.parse(
      readFileSync(new URL('schema/index.schema.json', packageRoot()), 'utf8'),
    ) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    expect([validate(artifact), validate.errors]).toEqual([true, null]);
  });

  it('does not learn the queries that the ranking is measured by, and says so', async () => {
    const { artifact, findings } = await build(used);
    expect(findings.filter((line) => line.includes('usage-'))).toEqual([
      'usage/skills/one.jsonl usage-query-held-out 1',
    ]);
    expect(JSON.stringify(artifact.usage)).not.toMatch(/measured/i);
  });

  it.each([
    ['no object', []],
    ['without skills', { routing: null }],
    ['with a routing of another kind', { routing: { queries: 'x' }, skills: [] }],
  ])('is refused: %s', async (_, usage) => {
    const { artifact } = await build(unused);
    await expect(openIndex({ ...artifact, usage } as unknown as Artifact)).rejects.toMatchObject({
      code: 'artifact-broken',
    });
  });
});
