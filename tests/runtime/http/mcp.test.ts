import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolInput } from '../../../runtime/mcp/tool-input.js';
import { buildInto, type CaseRepository, caseRepository } from '../../helpers/built-case.js';
import { haveCases } from '../../helpers/cases.js';
import { connectHttp, rpc, serveHttp, untilTrue } from '../../helpers/http-server.js';
import type { LooseJson } from '../../helpers/mcp-client.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';
import { serveHere } from './served.js';

let sample: SampleRepo;
beforeAll(async () => {
  sample = await sampleRepo();
});
afterAll(() => sample.dispose());

describe.each(['auto', 'legacy'] as const)('the official client over HTTP (%s)', (era) => {
  it('searches, gets and proposes (dry run), with a token', async () => {
    const token = 'a-token-of-sixteen-characters';
    const server = await serveHttp(sample.out, ['--verbose'], { SKILLGRAFT_TOKEN: token });
    const connection = await connectHttp(server.url, era, token);
    const { data } = await connection.call('search_skills', { query: 'trims a candle wick' });
    expect(data.results[0].name).toBe('clip-wick');
    const skill = await connection.call('get_skill', { name: data.results[0].name });
    expect(skill.data.body).toContain('Cut the wick.');
    const saved = await connection.call('save_skill', {
      action: 'FIX',
      name: 'clip-wick',
      lesson: 'Let the wax cool before you cut.',
      reason: 'Hot wax smears.',
      dry_run: true,
    });
    expect(saved.text).toContain('Would propose');
    await connection.close();
    await expect(connectHttp(server.url, era)).rejects.toThrow();
    await expect(connectHttp(server.url, era, 'another-token-of-sixteen')).rejects.toThrow();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(401);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const lines = server.log().filter(({ event }) => event === 'request');
    expect(lines).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/mcp',
        status: 200,
        rpc: 'tools/call',
        tool: 'get_skill',
      }),
    );
    expect(server.stderr()).not.toContain(token);
    expect(server.stderr()).not.toContain('candle');
    expect(await server.end()).toEqual([0, null]);
  });
});

describe('a server that is asked to end', () => {
  /** A tool that takes its time, and says when it begins. */
  function slowServer(begins: () => void): McpServer {
    const server = new McpServer({ name: 'slow', version: '1.0.0' }, { capabilities: { tools: {} } });
    const inputSchema = toolInput<object>({ type: 'object', properties: {} });
    server.registerTool('slow', { inputSchema }, async () => {
      begins();
      await pause(300);
      return { content: [{ type: 'text', text: 'done' }] };
    });
    return server;
  }

  it.each(['auto', 'legacy'] as const)('ends what runs, and takes nothing more (%s)', async (era) => {
    let runs = false;
    const factory = (): McpServer =>
      slowServer(() => {
        runs = true;
      });
    const server = await serveHere(sample.out, { factory });
    const connection = await connectHttp(server.url, era);
    const call = connection.call('slow', {});
    await untilTrue(() => runs);
    const stopped = server.stop();
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    expect((await call).text).toBe('done');
    await stopped;
    await connection.close();
  });

  it('does not wait for longer than it may', async () => {
    let runs = false;
    const factory = (): McpServer =>
      slowServer(() => {
        runs = true;
      });
    const server = await serveHere(sample.out, { factory, limits: { stopTimeout: 50 } });
    const call = fetch(`${server.url}/mcp`, rpc('tools/call', { name: 'slow', arguments: {} })).then(
      (response) => response.status,
      () => 'cut',
    );
    await untilTrue(() => runs);
    await server.stop();
    expect(await call).not.toBe(200);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('by %s ends with 0, subscriptions too', async (signal) => {
    const server = await serveHttp(sample.out);
    const connection = await connectHttp(server.url, 'auto');
    await connection.client.listen({ resourcesListChanged: true });
    expect(await server.end(signal)).toEqual([0, null]);
    expect(server.log().map(({ event }) => event)).toEqual(['start', 'stopping', 'stop']);
    await connection.close().catch(() => undefined);
  });
});

describe.skipIf(!haveCases)('an index that is rebuilt', () => {
  let repository: CaseRepository;
  beforeAll(async () => {
    repository = await caseRepository('staleness-02', 1);
    await buildInto(repository.repo);
  });
  afterAll(() => repository.dispose());

  it('shows one version by every way, and is told to who listens (staleness-01, -02)', async () => {
    const server = await serveHttp(join(repository.repo, 'dist'));
    const connection = await connectHttp(server.url, 'auto');
    let told = 0;
    connection.client.setNotificationHandler('notifications/resources/list_changed', () => {
      told += 1;
    });
    await connection.client.listen({ resourcesListChanged: true });
    const isAll = async (text: string): Promise<void> => {
      for (const [way, answer] of Object.entries(await everyWay(server.url)))
        expect(answer, way).toContain(text);
    };
    await isAll('small gong');
    repository.commit(1);
    await buildInto(repository.repo);
    await isAll('large gong');
    await untilTrue(() => told > 0);
    expect(server.log().map(({ event }) => event)).toContain('reload');
    await connection.close();
    expect(await server.end()).toEqual([0, null]);
  });
});

/** The skill of the case, as each way shows it. */
async function everyWay(url: string): Promise<Record<string, string>> {
  const ask = async (method: string, params: LooseJson): Promise<string> =>
    (await fetch(`${url}/mcp`, rpc(method, params))).text();
  const index = (await (await fetch(`${url}/.well-known/agent-skills/index.json`)).json()) as LooseJson;
  return {
    search: await ask('tools/call', { name: 'search_skills', arguments: { query: 'gong' } }),
    get: await ask('tools/call', { name: 'get_skill', arguments: { name: 'gong-hit' } }),
    list: await ask('skills/list', {}),
    resources: await ask('resources/list', {}),
    read: await ask('resources/read', { uri: 'skill://gong-hit/SKILL.md' }),
    file: await (await fetch(`${url}/skills/gong-hit/SKILL.md`)).text(),
    index: await (await fetch(`${url}/index.json`)).text(),
    discovery: JSON.stringify(index),
    discovered: await (await fetch(url + index.skills[0].url)).text(),
  };
}
