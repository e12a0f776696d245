import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import { hasWorkerd, type RunningWorker, startWorker, TOKEN } from '../../helpers/edge-worker.js';
import type { Connection, Era } from '../../helpers/mcp-client.js';
import { BINARY, type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

const NEW = { action: 'ARCHIVE', name: 'melt-wax', description: 'Melts wax.', body: 'Melt it.' };

describe.skipIf(!(await hasWorkerd()))('the worker in workerd', () => {
  let sample: SampleRepo;
  let worker: RunningWorker;
  beforeAll(async () => {
    sample = await sampleRepo();
    worker = await startWorker({ assets: sample.out, env: { SKILLGRAFT_ALLOWED_HOSTS: 'skills.example' } });
  });
  afterAll(async () => {
    await worker?.dispose();
    sample.dispose();
  });

  describe.each<Era>(['auto', 'legacy'])('protocol era %s', (era) => {
    let server: Connection;
    beforeAll(async () => {
      server = await worker.connect(era);
    });
    afterAll(() => server.close());

    it('speaks the protocol of its era, and has the tools of every other server', async () => {
      expect(server.client.getNegotiatedProtocolVersion()! >= '2026').toBe(era === 'auto');
      expect(server.client.getInstructions()).toContain('8 skills');
      expect(server.client.getServerCapabilities()!.resources).toEqual({
        listChanged: false,
        subscribe: false,
      });
      const { tools } = await server.client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'search_skills',
        'get_skill',
        'inspect_skill',
        'save_skill',
      ]);
    });

    it('searches, gets, inspects and proposes', async () => {
      const found = await server.call('search_skills', { query: 'trim a candle wick' });
      expect(found.data.notices).toEqual([]);
      const [{ name }] = found.data.results;
      expect(name).toBe('clip-wick');

      const got = await server.call('get_skill', { name });
      expect(got.data).toMatchObject({ name, version: 3, commit: sample.commits[3] });
      expect(got.data.body).toContain('Light it.');

      const inspected = await server.call('inspect_skill', { name });
      expect(inspected.isError).toBe(false);
      expect(inspected.data.path).toBe('skills/clip-wick');

      const fix = { action: 'FIX', name, lesson: 'Wax hides short wicks.', reason: 'It was cut off.' };
      const tried = await server.call('save_skill', { ...fix, dry_run: true });
      expect(tried.isError, tried.text).toBe(false);
      expect(tried.data).toMatchObject({ dryRun: true, sink: 'patch', commit: null });
      expect(tried.data.diff).toContain('+- Wax hides short wicks.');
    });

    it('gives files, as text and as bytes', async () => {
      const text = await server.call('get_skill', { name: 'clip-wick', file: 'tips.md' });
      expect(text.text).toBe('Use a very sharp blade.\n');
      const binary = await server.call('get_skill', { name: 'clip-wick', file: 'data/blob.bin' });
      expect(binary.data.file.base64).toBe(Buffer.from(BINARY).toString('base64'));
    });

    it.each([
      ['search_skills', { query: 1 }, 'query must be a text'],
      ['search_skills', {}, 'query is missing'],
      ['search_skills', { query: 'wick', limit: 0.5 }, 'limit must be a whole number from 1 to 50'],
      ['search_skills', { query: 'wick', tag: [] }, 'there is no argument "tag"'],
      ['get_skill', { name: 'clip-wik' }, 'Did you mean clip-wick'],
      ['get_skill', { name: 'clip-wick', version: '1' }, 'Call get_skill without version'],
      ['get_skill', { name: 'clip-wick', file: '../../index.json' }, 'has no file'],
      ['save_skill', { action: 'FIX', name: 'clip-wick', lesson: 'New.' }, 'Give an author'],
    ])('says what is wrong with a call of %s with %j', async (tool, args, said) => {
      const { isError, text } = await server.call(tool, args);
      expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringContaining(said) });
    });

    it('has the skills extension, verified by the client', async () => {
      const skills = new SkillsClient(server.client);
      expect(skills.supported).toBe(true);
      const listed = await skills.list();
      const index = await openIndex(sample.out);
      const offered = index.skills.filter(({ metadata }) => metadata.status !== 'archived');
      const uris = offered.map(({ uri }) => uri);
      expect(listed.skills.map(({ uri }) => uri)).toEqual(uris);
      for (const skill of listed.skills) {
        for (const { uri } of skill.resources as { uri: string }[]) {
          expect(await skills.read(skill, uri)).toMatchObject({ verified: true });
        }
      }
      const { resources } = await server.client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual(uris);
    });
  });

  it('gives a patch that git takes', async () => {
    const server = await worker.connect('auto');
    const answer = await server.call('save_skill', {
      action: 'FIX',
      name: 'clip-wick',
      lesson: 'Wax hides short wicks — naïve cuts fail.',
      reason: 'Ünïcode, too.',
      author: 'Ada Löve <ada@example.invalid>',
    });
    await server.close();
    expect(answer.isError, answer.text).toBe(false);
    const { repo } = sample;
    repo.write('../proposal.patch', answer.data.patch.text);
    repo.git('switch', '-q', '-c', 'try');
    repo.git('am', '-q', '../proposal.patch');
    expect(repo.git('show', '-s', '--format=%an|%s')).toBe('Ada Löve|Fix clip-wick: Ünïcode, too.');
    expect(repo.git('show', 'HEAD:skills/clip-wick/SKILL.md')).toContain('- Wax hides short wicks — naïve');
    repo.git('switch', '-q', 'main');
  });

  it.each([
    ['a secret', { lesson: 'Use ghp_16C7e42F292c6912E7710c838347Ae178B4a.' }, 'secret'],
    ['a bad name', { ...NEW, name: 'Bad Name' }, 'name'],
    ['no description', { ...NEW, description: '' }, 'description'],
  ])('refuses a proposal with %s', async (_, change, said) => {
    const server = await worker.connect('auto');
    const fix = { action: 'FIX', name: 'clip-wick', reason: 'Why.', author: 'A <a@example.invalid>' };
    const { isError, text } = await server.call('save_skill', { ...fix, ...change });
    await server.close();
    expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringContaining(said) });
  });

  it('serves the artifact, so that others can open it by its address', async () => {
    const index = await openIndex(sample.out);
    const ready = await worker.fetch('/readyz');
    expect(await ready.json()).toMatchObject({ status: 'ready', skills: 8, digest: index.artifact.$digest });
    const copy = await worker.fetch('/index.json');
    const etag = copy.headers.get('etag')!;
    expect(JSON.parse(await copy.text())).toEqual(index.artifact);
    expect((await worker.fetch('/index.json', { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const range = await worker.fetch('/skills/clip-wick/tips.md', { headers: { Range: 'bytes=0-2' } });
    expect([range.status, await range.text()]).toEqual([206, 'Use']);
    const known = await worker.fetch('/.well-known/agent-skills/index.json');
    expect(await known.json()).toMatchObject({ skills: expect.arrayContaining([expect.anything()]) });
  });

  it.each([
    ['no token', '/mcp', { Authorization: '' }, 401],
    ['another token', '/mcp', { Authorization: `Bearer ${TOKEN}x` }, 401],
    ['no token for a file', '/index.json', { Authorization: '' }, 401],
    ['no token for a probe', '/healthz', { Authorization: '' }, 200],
    ['another host', '/readyz', { Host: 'evil.example' }, 403],
    ['a host that is allowed', '/readyz', { Host: 'skills.example' }, 200],
    ['another site', '/mcp', { Origin: 'https://evil.example' }, 403],
    ['no site', '/mcp', { Origin: 'null' }, 403],
    ['a path out of the artifact', '/skills/..%2f..%2findex.json', {}, 400],
    ['an asset that is no file of the index', '/skills/bad/SKILL.md', {}, 404],
    ['an unknown path', '/x', {}, 404],
  ])('answers %s', async (_, path, headers, status) => {
    const method = path === '/mcp' ? 'POST' : 'GET';
    const response = await worker.fetch(path, { method, headers });
    expect([response.status, await response.text()]).toEqual([status, expect.stringMatching(/^\{.*\}\s*$/)]);
  });
});
