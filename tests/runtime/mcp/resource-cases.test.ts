import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { buildInto, type CaseRepository, caseRepository } from '../../helpers/built-case.js';
import { haveCases } from '../../helpers/cases.js';
import { type Connection, connect, type Era, RawServer } from '../../helpers/mcp-client.js';

const open: { dispose(): unknown }[] = [];
const built = new Map<string, Promise<CaseRepository & { readonly out: string }>>();
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.dispose();
});
afterAll(async () => {
  for (const one of built.values()) (await one).dispose();
});

async function build(id: string, upTo?: number): Promise<CaseRepository & { readonly out: string }> {
  const made = await caseRepository(id, upTo);
  return { ...made, out: (await buildInto(made.repo)).out };
}

/** A case's index, built once. */
function unchanging(id: string): ReturnType<typeof build> {
  const known = built.get(id) ?? build(id);
  built.set(id, known);
  return known;
}

interface Served extends CaseRepository {
  readonly server: Connection;
  readonly skills: SkillsClient;
}

/** Serves the index of a case; of its first commits, where it is to change. */
async function serve(id: string, era: Era, upTo?: number): Promise<Served> {
  const made = upTo === undefined ? await unchanging(id) : await build(id, upTo);
  if (upTo !== undefined) open.push(made);
  const server = await connect(made.out, era);
  open.push({ dispose: () => server.close() });
  return { ...made, server, skills: new SkillsClient(server.client) };
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as { code: number; message: string },
  );

/** What a request of the protocol of 2026 says of its sender. */
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe.skipIf(!haveCases)('the wire', () => {
  it('mcp-04: results of 2026-07-28 carry resultType', async () => {
    const server = new RawServer((await unchanging('mcp-04')).out);
    open.push({ dispose: () => server.kill('SIGKILL') });
    const get = { uri: 'skill://reed-cut/SKILL.md', _meta: ENVELOPE };
    server.send(
      { jsonrpc: '2.0', id: 1, method: 'skills/list', params: { _meta: ENVELOPE } },
      { jsonrpc: '2.0', id: 2, method: 'skills/get', params: get },
    );
    const common = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    expect((await server.answer(1)).result).toMatchObject({ ...common, skills: [{}, {}] });
    expect((await server.answer(2)).result).toMatchObject({ ...common, skill: { uri: get.uri } });
  });
});

describe.skipIf(!haveCases).each(['auto', 'legacy'] as const)('rows of the shared cases (%s)', (era) => {
  it('mcp-04: skills/list and skills/get answer as the client checks it', async () => {
    const { skills } = await serve('mcp-04', era);
    const listing = await skills.list();
    expect(listing.skills.map(({ uri }) => uri)).toEqual([
      'skill://reed-cut/SKILL.md',
      'skill://reed-dry/SKILL.md',
    ]);
    const got = await skills.get('skill://reed-cut/SKILL.md');
    expect(got.skill).toEqual(listing.skills[0]);
    expect([typeof got.ttlMs, got.cacheScope]).toEqual(
      era === 'auto' ? ['number', 'private'] : ['undefined', undefined],
    );
  });

  it('mcp-06: an unknown URI is -32602, with the URI', async () => {
    const { server, skills } = await serve('mcp-06', era);
    const uri = 'skill://no-such-skill/SKILL.md';
    for (const ask of [() => server.client.readResource({ uri }), () => skills.get(uri)])
      expect(await errorOf(ask())).toMatchObject({ code: -32602, message: expect.stringContaining(uri) });
  });

  it('mcp-07: a malformed cursor is -32602', async () => {
    const { server, skills } = await serve('mcp-07', era);
    expect(await errorOf(skills.list({ cursor: 'not-a-cursor!' }))).toMatchObject({ code: -32602 });
    const { client } = server;
    for (const method of ['resources/list', 'resources/templates/list', 'prompts/list'] as const)
      expect(await errorOf(client.request({ method, params: { cursor: '%%%' } }))).toMatchObject({
        code: -32602,
      });
  });

  it('mcp-08: a skill with an overlong description is left out of the list, which says so', async () => {
    const { server, skills } = await serve('mcp-08', era);
    const { skills: entries } = await skills.list();
    expect(entries.map(({ frontmatter }) => frontmatter.name)).toEqual(['reed-cut', 'reed-dry']);
    expect(server.stderr()).toContain('skills/reed-long: its description has more than 1024 characters');
    const uri = 'skill://reed-long/SKILL.md';
    expect((await errorOf(server.client.readResource({ uri })))?.message).toContain('get_skill reads it');
    expect((await server.call('get_skill', { name: 'reed-long' })).isError).toBe(false);
  });

  it('mcp-09: a skill that was removed since the build breaks no list', async () => {
    const { server, skills, commit } = await serve('mcp-09', era, 1);
    commit(1);
    const { skills: entries } = await skills.list();
    expect(entries.map(({ frontmatter }) => frontmatter.name)).toContain('reed-cut');
    const { isError, text } = await server.call('get_skill', { name: 'reed-dry' });
    expect([isError, text.includes('Dries reeds.')]).toEqual([false, true]);
  });

  it('mcp-10: a folder is listed, and said to be one when it is read', async () => {
    const { server, skills } = await serve('mcp-10', era);
    const { resources } = await skills.readDirectory('skill://vine-tie/');
    expect(resources.map(({ name }) => name)).toEqual(['SKILL.md', 'tips.md']);
    const error = await errorOf(server.client.readResource({ uri: 'skill://vine-tie/' }));
    expect(error).toMatchObject({ code: -32602 });
    expect(error?.message).toMatch(/is a folder.*skill:\/\/vine-tie\/SKILL\.md/);
  });

  it('staleness-01, -02: after a rebuild all ways show the new text', async () => {
    const { server, skills, repo, commit } = await serve('staleness-02', era, 1);
    const uri = 'skill://gong-hit/SKILL.md';
    const ways: readonly (() => Promise<unknown>)[] = [
      () => server.call('search_skills', { query: 'gong' }),
      () => server.call('get_skill', { name: 'gong-hit' }),
      () => skills.list(),
      () => skills.get(uri),
      () => server.client.readResource({ uri }),
      () => server.client.listResources(),
      () => server.client.listPrompts(),
      () => server.client.getPrompt({ name: 'gong-hit' }),
    ];
    const show = async () => {
      const texts = await Promise.all(ways.map(async (way) => JSON.stringify(await way())));
      return texts.map((text) => /Strikes a (\w+) gong/.exec(text)?.[1]);
    };
    expect(await show()).toEqual(ways.map(() => 'small'));
    commit(1);
    expect(await show()).toEqual(ways.map(() => 'small'));
    await buildInto(repo);
    expect(await show()).toEqual(ways.map(() => 'large'));
  });
});
