import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../../build/assemble.js';
import type { Artifact } from '../../../schema/index.types.js';
import { collection, gated } from '../../helpers/collection.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { type Connection, connect } from '../../helpers/mcp-client.js';

const temp = tempFolder();
const file = join(temp.dir, 'index.json');
let server: Connection;
beforeAll(async () => {
  const artifact = await collection({
    'trim-wick': `Trims a candle wick\u001b[31m and ${'tells a long story with many words '.repeat(20)}`,
    'melt-wax': { description: 'Melts wax.', more: 'kind: rule\ntriggers: [hot wax]' },
    'bake-bread': 'Bakes bread.',
  });
  const { $digest: _, format: _format, ...parts } = gated(artifact, 0.2, { description: 1 }) as Artifact;
  writeFileSync(file, assemble(parts).index);
  server = await connect(file, 'auto', { env: { SKILLGRAFT_FUSION: 'rrf' } });
});
afterAll(async () => {
  await server.close();
  temp.dispose();
});

describe('search_skills', () => {
  it('tells an agent what to do where no skill fits, and names the nearest', async () => {
    const query = 'ships of the north with candles';
    const { data, text, isError } = await server.call('search_skills', { query });
    expect({ isError, results: data.results }).toEqual({ isError: false, results: [] });
    const { reason, message, nearest } = data.rejected;
    expect(reason).toBe('no-fit');
    expect(message).toContain('Go on without a skill, or put the query in other words.');
    expect(message).toContain('trim-wick (skills/trim-wick)');
    expect(message).not.toMatch(/skillgraft |--/);
    expect(nearest).toMatchObject({ name: 'trim-wick', path: 'skills/trim-wick', score: expect.any(Number) });
    const lines = text.split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(message);
    expect(lines[1]).toMatch(/^ {3}Trims a candle wick.* and tells a long story .*…$/);
    expect([...lines[1]!].length).toBeLessThanOrEqual(203);
  });

  it('tells of the gate where asked, for a rejected query too, in what its schema takes', async () => {
    const { tools } = await server.client.listTools();
    const schema = tools.find(({ name }) => name === 'search_skills')!.outputSchema as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    for (const [query, accepted] of [
      ['ships of the north with candles', false],
      ['put on hot wax', true],
    ] as const) {
      const { data, text } = await server.call('search_skills', { query, verbose: true });
      expect(validate(data), JSON.stringify(validate.errors)).toBe(true);
      expect(data.gate).toMatchObject({ accepted, threshold: 0.2 });
      expect(text.split('\n').at(-1)).toMatch(
        accepted ? /^Gate: .* a skill seems to fit: log-odds/ : /^Gate: .* no skill seems to fit: log-odds/,
      );
    }
    const { data, text } = await server.call('search_skills', { query: 'put on hot wax', verbose: true });
    const parts = Object.fromEntries(
      data.results[0].parts.map((part: { field: string }) => [part.field, part]),
    );
    expect(parts.trigger).toMatchObject({ terms: ['hot', 'wax'] });
    expect(parts.rule.score).toBeLessThan(0);
    expect(text).toMatch(/\n {3}trigger 0\.\d{3}: hot, wax\n {3}rule -0\.\d{3}:\n/);
  });

  it('fuses as the settings of the server say', async () => {
    const score = async () =>
      (await server.call('search_skills', { query: 'bread' })).data.results[0].score as number;
    const sum = await connect(file, 'auto');
    try {
      const { data } = await sum.call('search_skills', { query: 'bread' });
      expect(data.results[0]).toMatchObject({ name: 'bake-bread' });
      expect(data.results[0].score).toBeLessThan(0.9);
    } finally {
      await sum.close();
    }
    expect(await score()).toBe(1);
  });
});
