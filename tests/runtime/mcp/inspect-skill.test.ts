import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectSkillTool } from '../../../runtime/mcp/tools/inspect-skill.js';
import { openIndex } from '../../../runtime/open-index.js';
import { buildInto } from '../../helpers/built-case.js';
import { TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { type Connection, connect, type Era } from '../../helpers/mcp-client.js';

let temp: ReturnType<typeof tempFolder>;
let out: string;
beforeAll(async () => {
  temp = tempFolder('skillgraft-inspect-');
  const needs = 'requires:\n  bins: [node, nothing-of-this-name]\n  env: SET_FOR_TEST\n  skills: needy';
  const repo = new TestRepo(join(temp.dir, 'repo'))
    .write(
      'skills/needy/SKILL.md',
      `---\nname: needy\ndescription: "Does it.\\nrequires: nothing"\n${needs}\n---\n\nA body.\n`,
    )
    .write('skills/a/twin/SKILL.md', '---\nname: twin\ndescription: One.\n---\n\nA.\n')
    .write('skills/b/twin/SKILL.md', '---\nname: twin\ndescription: Two.\n---\n\nB.\n');
  repo.commit('add');
  out = (await buildInto(repo.dir)).out;
});
afterAll(() => temp.dispose());

describe.each<Era>(['auto', 'legacy'])('inspect_skill over stdio, protocol era %s', (era) => {
  let server: Connection;
  beforeAll(async () => {
    server = await connect(out, era, { env: { SET_FOR_TEST: 'geheim' } });
  });
  afterAll(() => server.close());

  it('says what is there on this machine, and shows no value', async () => {
    const { text, data, isError } = await server.call('inspect_skill', { name: 'needy' });
    expect(isError).toBe(false);
    expect(data.requires).toMatchObject({
      bins: [
        { name: 'node', present: true },
        { name: 'nothing-of-this-name', present: false },
      ],
      env: [{ name: 'SET_FOR_TEST', present: true }],
      skills: [{ name: 'needy', present: true, where: 'skills/needy' }],
      mcp: [],
    });
    expect(data.lacks).toBe(true);
    expect(text).toContain('requires: program nothing-of-this-name: MISSING');
    expect(JSON.stringify([text, data])).not.toMatch(/geheim|A body/);
  });

  it('keeps what a skill says on its line', async () => {
    const { text } = await server.call('inspect_skill', { path: 'skills/needy' });
    expect(text).toContain('\ndescription: Does it. requires: nothing\n');
  });

  it('gives what its output schema takes', async () => {
    const { tools } = await server.client.listTools();
    const { outputSchema, annotations } = tools.find(({ name }) => name === 'inspect_skill')!;
    const validate = new Ajv2020({ strict: false }).compile(outputSchema as object);
    const { data } = await server.call('inspect_skill', { name: 'needy' });
    expect(validate(data) || validate.errors).toBe(true);
    expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
  });

  it.each([
    [{}, 'No skill was named'],
    [{ name: 'gone' }, 'There is no skill gone'],
    [{ name: 'needy', path: 'skills/a/twin' }, 'is not called needy'],
    [{ name: 'needy', version: 1 }, 'there is no argument "version"'],
    [{ name: '../../etc/passwd' }, 'There is no skill'],
  ])('refuses %j', async (args, message) => {
    const { text, isError } = await server.call('inspect_skill', args);
    expect(isError).toBe(true);
    expect(text).toContain(message);
  });

  it('says that a name is there twice', async () => {
    const { data, text } = await server.call('inspect_skill', { name: 'twin' });
    expect(data.notices.map(({ code }: { code: string }) => code)).toEqual(['name-ambiguous']);
    expect(text).toContain('Note: ');
  });
});

describe('inspect_skill for a client of another machine', () => {
  it.each([undefined, null])('tells nothing of this one: machine %s', async (machine) => {
    const index = await openIndex(out);
    const library = async () => index;
    const context = {
      library,
      currentRepo: null,
      proposals: null,
      ...(machine === undefined ? {} : { machine }),
    };
    const result = await inspectSkillTool.run({ name: 'needy' }, context);
    expect(result.structuredContent).toMatchObject({
      lacks: false,
      requires: {
        bins: [
          { name: 'node', present: null },
          { name: 'nothing-of-this-name', present: null },
        ],
        env: [{ name: 'SET_FOR_TEST', present: null }],
        skills: [{ present: true }],
      },
    });
    expect(JSON.stringify(result)).not.toContain(process.execPath);
  });
});
