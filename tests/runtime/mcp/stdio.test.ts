import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildInto, caseRepository } from '../../helpers/built-case.js';
import { haveCases } from '../../helpers/cases.js';
import { tempFolder } from '../../helpers/git-repo.js';
import {
  connect,
  INITIALIZE,
  INITIALIZED,
  type LooseJson,
  RawServer,
  toolCall,
} from '../../helpers/mcp-client.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

let sample: SampleRepo;
const servers: RawServer[] = [];
beforeAll(async () => {
  sample = await sampleRepo();
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill('SIGKILL')));
});
afterAll(() => sample.dispose());

async function start(index = sample.out): Promise<RawServer> {
  const server = new RawServer(index);
  servers.push(server);
  server.send(INITIALIZE);
  await server.answer('init');
  server.send(INITIALIZED);
  return server;
}

const textOf = (answer: LooseJson): string => answer.result.content[0].text;

describe('the pipe', () => {
  it('gives every request one answer on a line of its own, in JSON-RPC, and notifications none', async () => {
    const server = await start();
    server.send(
      INITIALIZED,
      { jsonrpc: '2.0', method: 'tools/list', params: {} },
      { jsonrpc: '2.0', method: 'no/such', params: {} },
      { jsonrpc: '2.0', id: 1, method: 'ping', params: {} },
    );
    await server.answer(1);
    expect(server.messages().map(({ id }) => id)).toEqual(['init', 1]);
    server.send(toolCall(2, 'search_skills', { query: 'wick' }), toolCall(3, 'get_skill', { name: 'nope' }));
    await server.answer(2);
    await server.answer(3);
    for (const message of server.messages())
      expect(message).toMatchObject({ jsonrpc: '2.0', id: expect.anything() });
  });

  it.each([
    [
      'an unknown tool',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'nope', arguments: {} } },
      -32602,
    ],
    ['params that are no object', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: 5 }, -32600],
    ['a method that is no text', { jsonrpc: '2.0', id: 1, method: 5 }, -32600],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'no/such', params: {} }, -32601],
    ['a call without a name', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, -32602],
    [
      'arguments that are no object',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_skill', arguments: 5 } },
      -32602,
    ],
  ])('answers %s with an error of the protocol', async (_, request, code) => {
    const server = await start();
    server.send(request);
    expect((await server.answer(1)).error).toMatchObject({ code });
  });

  it('lives through garbage, and says so in a line each at most', async () => {
    const server = await start();
    server.send(
      'garbage',
      '{',
      '[]',
      '{}',
      'null',
      '5',
      '""',
      '\u0000\u001b[31m',
      '{"jsonrpc":"1.0","method":"ping"}',
      '{"jsonrpc":"2.0","id":null,"method":"ping","params":5}',
      '',
    );
    server.process.stdin.write(Buffer.from([0xff, 0xfe, 0x0a, 0xc3, 0x0a]));
    server.send({ jsonrpc: '2.0', id: 2, method: 'ping', params: {} });
    await server.answer(2);
    expect(server.messages().map(({ id }) => id)).toEqual(['init', 2]);
    expect(server.stderr.split('\n').length).toBeLessThan(15);
    expect(server.stderr).not.toContain('    at ');
  });

  it('takes a line of 1 MB, in pieces, and answers with a short one', async () => {
    const server = await start();
    const line = `${JSON.stringify(toolCall(1, 'search_skills', { query: `wick ${'x '.repeat(500_000)}` }))}\n`;
    for (let at = 0; at < line.length; at += 100_000)
      server.process.stdin.write(line.slice(at, at + 100_000));
    const answer = await server.answer(1);
    expect(textOf(answer)).toMatch(/^1\. clip-wick /);
    expect(JSON.stringify(answer).length).toBeLessThan(5000);
  });

  it('takes a lone surrogate in a query and gives well-formed text back', async () => {
    const server = await start();
    server.send(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_skills","arguments":{"query":"wick \\ud800"}}}',
    );
    const answer = await server.answer(1);
    expect(answer.result.structuredContent.query.isWellFormed()).toBe(true);
    expect(textOf(answer)).toMatch(/^1\. clip-wick /);
    server.send(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_skill","arguments":{"name":"\\ud800\\u0000"}}}',
    );
    expect((await server.answer(2)).result.isError).toBe(true);
    expect(server.lines.every((line) => line.isWellFormed())).toBe(true);
  });

  it('ends with 0, at once, when its input ends', async () => {
    const idle = await start();
    const started = performance.now();
    expect(await idle.end()).toBe(0);
    expect(performance.now() - started).toBeLessThan(2000);
    const unused = new RawServer(sample.out);
    expect(await unused.end()).toBe(0);
    expect(unused.lines).toEqual([]);
  });

  it('answers what came before its input ended', async () => {
    const server = new RawServer(sample.out);
    const calls = Array.from({ length: 20 }, (_, i) =>
      toolCall(i, 'get_skill', i % 2 === 0 ? { name: 'clip-wick' } : { name: 'clip-wick', version: 1 }),
    );
    server.send(INITIALIZE, INITIALIZED, ...calls);
    expect(await server.end()).toBe(0);
    const ids = server.messages().map(({ id }) => id);
    expect(ids.sort()).toEqual([...calls.keys(), 'init'].sort());
  });

  it('ends when a message bursts its buffer, with the reason', async () => {
    const server = await start();
    for (let i = 0; i < 11; i += 1) server.process.stdin.write('x'.repeat(1024 * 1024));
    expect(await server.end()).toBe(0);
    expect(server.stderr).toContain('maximum size');
  });

  it('ends on SIGTERM', async () => {
    const server = await start();
    expect(await server.kill('SIGTERM')).toEqual([null, 'SIGTERM']);
  });

  it('refuses files that would burst the buffer of a client', async () => {
    const { dir, dispose } = tempFolder('skillgraft-large-');
    cpSync(join(sample.repo.dir, 'skills'), join(dir, 'skills'), { recursive: true });
    writeFileSync(join(dir, 'skills/clip-wick/large.bin'), Buffer.alloc(3 * 1024 * 1024));
    const client = await connect((await buildInto(dir)).out, 'auto');
    try {
      const answer = await client.call('get_skill', { name: 'clip-wick', file: 'large.bin' });
      expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('3145728 bytes') });
    } finally {
      await client.close();
      dispose();
    }
  });
});

describe.skipIf(!haveCases)('rows of the shared cases', () => {
  it('mcp-02: nothing but JSON-RPC on standard output', async () => {
    const { repo, dispose } = await caseRepository('mcp-02');
    const server = await start((await buildInto(repo)).out);
    server.send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    server.send(
      toolCall(2, 'search_skills', { query: 'paint' }),
      toolCall(3, 'get_skill', { name: 'odd-tag' }),
    );
    await server.answer(1);
    expect(textOf(await server.answer(2))).toContain('good-head');
    expect((await server.answer(3)).result).toMatchObject({ isError: true });
    expect(await server.end()).toBe(0);
    for (const message of server.messages()) expect(message.jsonrpc).toBe('2.0');
    dispose();
  });

  it('mcp-05: a notification gets no answer', async () => {
    const { repo, dispose } = await caseRepository('mcp-05');
    const server = await start((await buildInto(repo)).out);
    server.send(INITIALIZED, { jsonrpc: '2.0', method: 'skills/list', params: {} });
    server.send({ jsonrpc: '2.0', id: 'ping', method: 'ping', params: {} });
    await server.answer('ping');
    expect(await server.end()).toBe(0);
    expect(server.messages().map(({ id }) => id)).toEqual(['init', 'ping']);
    dispose();
  });

  it.each(['auto', 'legacy'] as const)(
    'staleness-01: after a rebuild the tools show the new text (%s)',
    async (era) => {
      const { repo, commit, dispose } = await caseRepository('staleness-01', 1);
      const { out } = await buildInto(repo);
      const server = await connect(out, era);
      const show = async () => {
        const { data } = await server.call('search_skills', { query: 'gong' });
        const skill = await server.call('get_skill', { name: 'gong-hit' });
        return [data.results[0].description, skill.data.description, skill.data.version, skill.data.commit];
      };
      try {
        const before = await show();
        expect(before.slice(0, 3)).toEqual(['Strikes a small gong.', 'Strikes a small gong.', 1]);
        commit(1);
        expect(await show()).toEqual(before);
        await buildInto(repo);
        const after = await show();
        expect(after.slice(0, 3)).toEqual(['Strikes a large gong.', 'Strikes a large gong.', 2]);
        expect(after[3]).not.toBe(before[3]);
      } finally {
        await server.close();
        dispose();
      }
    },
  );
});
