import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, connect, type Era, type LooseJson } from '../../helpers/mcp-client.js';
import { BINARY, ODD_TEXT, type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

let sample: SampleRepo;
beforeAll(async () => {
  sample = await sampleRepo();
});
afterAll(() => sample.dispose());

const paths = (data: LooseJson): string[] => data.results.map(({ path }: { path: string }) => path);

describe.each<Era>(['auto', 'legacy'])('over stdio, protocol era %s', (era) => {
  let server: Connection;
  beforeAll(async () => {
    server = await connect(sample.out, era);
  });
  afterAll(() => server.close());

  it('speaks the protocol of its era, and says when to call what', () => {
    const version = server.client.getNegotiatedProtocolVersion()!;
    expect(version >= '2026').toBe(era === 'auto');
    const instructions = server.client.getInstructions()!;
    for (const word of ['search_skills', 'get_skill', sample.commits[3]!.slice(0, 12), '8 skills']) {
      expect(instructions).toContain(word);
    }
    expect(instructions.length).toBeLessThan(1000);
  });

  it('lists its tools, in order, with what they may do and schemas that stand alone', async () => {
    const { tools } = await server.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_skills',
      'get_skill',
      'inspect_skill',
      'save_skill',
    ]);
    for (const { name, annotations, inputSchema, outputSchema, description } of tools) {
      const isReading = name !== 'save_skill';
      expect(annotations).toMatchObject({
        readOnlyHint: isReading,
        idempotentHint: true,
        openWorldHint: !isReading,
        ...(isReading ? {} : { destructiveHint: false }),
      });
      const text = JSON.stringify([inputSchema, outputSchema]);
      expect(text).not.toMatch(/"\$ref"|"\$defs"|"type":\[/);
      expect([...description!].length).toBeLessThan(300);
    }
    expect(tools.map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))).toEqual([
      ['query', 'repo_scope', 'current_repo', 'tags_filter', 'limit', 'verbose', 'current_only'],
      ['name', 'path', 'version', 'file'],
      ['name', 'path'],
      [
        'action',
        'name',
        'description',
        'body',
        'replace_sections',
        'skill_type',
        'lesson',
        'repo_name',
        'tags',
        'reason',
        'trigger',
        'target_skill_name',
        'source_skill_names',
        'ttl_days',
        'display_name',
        'author',
        'files',
        'base_version',
        'dry_run',
      ],
    ]);
  });

  it('gives structured content that its output schemas take', async () => {
    const { tools } = await server.client.listTools();
    const valid = async (tool: string, args: object) => {
      const schema = tools.find(({ name }) => name === tool)!.outputSchema as object;
      const validate = new Ajv2020({ strict: false }).compile(schema);
      const { data } = await server.call(tool, args);
      return validate(data) ? data : validate.errors;
    };
    for (const args of [{ query: 'wick', verbose: true }, { query: 'zzzz' }, { query: '' }]) {
      expect(await valid('search_skills', args)).toHaveProperty('results');
    }
    for (const args of [{ name: 'clip-wick' }, { name: 'clip-wick', version: 1 }]) {
      expect(await valid('get_skill', args)).toHaveProperty('body');
    }
    expect(await valid('get_skill', { name: 'clip-wick', file: 'data/blob.bin' })).toHaveProperty('file');
  });

  it('finds skills: metadata for programs, a compact text for people', async () => {
    const { data, text, isError } = await server.call('search_skills', { query: 'candle wick' });
    expect(isError).toBe(false);
    expect(data.results[0]).toMatchObject({
      path: 'skills/clip-wick',
      name: 'clip-wick',
      displayName: 'Wicks',
      type: null,
      repo: 'global',
      version: 3,
      tags: ['candle', 'blade'],
      description: 'Trims a candle wick.',
      status: 'active',
      expired: false,
      formerly: ['skills/trim-wick'],
      lineage: ['skills/trim-wick@1', 'skills/clip-wick@3'],
    });
    expect(data.results[0]).not.toHaveProperty('body');
    expect(text).toMatch(
      /^1\. clip-wick \(skills\/clip-wick\) 0\.\d{3} \[Wicks; v3; formerly skills\/trim-wick; tags candle, blade\]\n {3}Trims a candle wick\.$/,
    );
  });

  it('says why there is nothing', async () => {
    const { data, text, isError } = await server.call('search_skills', { query: 'zzzz' });
    expect({ isError, results: data.results, reason: data.rejected.reason }).toEqual({
      isError: false,
      results: [],
      reason: 'no-match',
    });
    expect(text).toBe(data.rejected.message);
    expect(text).not.toContain('list the skills');
  });

  it('narrows by tags, all of which must hold', async () => {
    const tagged = async (...tags_filter: string[]) =>
      paths((await server.call('search_skills', { query: 'caches candle', tags_filter })).data).sort();
    expect(await tagged('cache')).toEqual(['skills/api-cache', 'skills/web-cache']);
    expect(await tagged('CACHE')).toEqual(['skills/api-cache', 'skills/web-cache']);
    expect(await tagged('cache', 'candle')).toEqual([]);
    expect(await tagged()).toHaveLength(3);
  });

  it('leaves out what is deprecated or expired where told', async () => {
    const found = async (args: object) =>
      paths((await server.call('search_skills', { query: 'lamp', ...args })).data);
    expect(await found({})).toEqual(['skills/old-lamp']);
    expect(await found({ current_only: false })).toEqual(['skills/old-lamp']);
    expect(await found({ current_only: true })).toEqual([]);
    const { data, text } = await server.call('search_skills', { query: 'lamp', current_only: true });
    expect(data.rejected).toMatchObject({ reason: 'filtered', nearest: { name: 'old-lamp' } });
    expect(text.split('\n')).toEqual([data.rejected.message, '   Lights a lamp.']);
  });

  it('narrows to a repository, and says so where that leaves nothing', async () => {
    const search = (args: object) => server.call('search_skills', { query: 'caches', ...args });
    expect(paths((await search({})).data)).toHaveLength(2);
    expect(paths((await search({ current_repo: 'web' })).data)).toEqual(['skills/web-cache']);
    expect(paths((await search({ current_repo: 'web', repo_scope: 'all' })).data)).toHaveLength(2);
    const unknown = await search({ repo_scope: 'current' });
    expect(unknown.data.notices.map(({ code }: { code: string }) => code)).toEqual(['repo-unknown']);
    const none = await search({ current_repo: 'else' });
    expect(none.data.rejected.reason).toBe('filtered');
    expect(none.text).toContain('repo_scope `all`');
  });

  it('shows parts of a score only where asked', async () => {
    const { data, text } = await server.call('search_skills', { query: 'candle', verbose: true });
    expect(data.results[0].parts.map(({ field }: { field: string }) => field)).toContain('description');
    expect(text).toContain('   lineage skills/trim-wick@1 -> skills/clip-wick@3');
    expect(text).toMatch(/\n {3}description 0\.\d{3}: candl\n/);
    expect(data.gate).toMatchObject({
      accepted: true,
      method: 'none',
      signals: { description: expect.any(Number) },
    });
    expect(text.split('\n').at(-1)).toMatch(/^Gate: The index has no calibration.* Signals: description \d/);
    const brief = await server.call('search_skills', { query: 'candle' });
    expect(brief.text).not.toMatch(/lineage|Gate/);
    expect(brief.data).not.toHaveProperty('gate');
  });

  it.each([
    { limit: 0 },
    { limit: 51 },
    { limit: 2.5 },
    { limit: '3' },
    { tags_filter: 'cache' },
    { repo_scope: 'none' },
    { extra: 1 },
    { query: 5 },
    { verbose: 'yes' },
    { current_only: 'yes' },
  ])('refuses %j with the reason', async (wrong) => {
    const { isError, text } = await server.call('search_skills', { query: 'wick', ...wrong });
    expect(isError).toBe(true);
    expect(text).toContain(Object.keys(wrong)[0]);
  });

  it('keeps to the limit', async () => {
    expect(
      paths((await server.call('search_skills', { query: 'packs caches candle', limit: 2 })).data),
    ).toHaveLength(2);
  });

  it.each([
    { name: 'clip-wick' },
    { path: 'skills/clip-wick' },
    { path: 'skills/clip-wick/SKILL.md' },
    { name: 'skill://clip-wick/SKILL.md' },
    { name: 'trim-wick' },
    { name: 'clip-wick', path: 'skills/clip-wick' },
    { name: 'trim-wick', path: 'skills/clip-wick' },
    { name: 'clip-wick', path: '' },
    { name: 'clip-wick', version: 3 },
    { name: 'clip-wick', version: '2024-06-01' },
  ])('reads the skill %j', async (args) => {
    const { data, text } = await server.call('get_skill', args);
    expect(data).toMatchObject({ path: 'skills/clip-wick', version: 3 });
    expect(text.endsWith('\n\nCut the wick.\nWipe the blade.\nSweep the table.\nLight it.\n')).toBe(true);
    for (const part of [
      'Skill clip-wick (skills/clip-wick) v3',
      data.digest,
      'Files: SKILL.md, data/blob.bin, tips.md',
    ]) {
      expect(text).toContain(part);
    }
  });

  it.each(['1', 1, 'v1', '2024-01-01', 'commit', 'short commit'])('reads version %j', async (wish) => {
    const first = sample.commits[0]!;
    const version = wish === 'commit' ? first : wish === 'short commit' ? first.slice(0, 9) : wish;
    const { data, text } = await server.call('get_skill', { name: 'clip-wick', version });
    expect(data).toMatchObject({ path: 'skills/trim-wick', name: 'trim-wick', version: 1, commit: first });
    expect(text).not.toContain('Light it.');
    expect(text).toContain('Note: This is version 1');
  });

  it('reads files: text as text, anything else as base64', async () => {
    const text = await server.call('get_skill', { name: 'clip-wick', file: 'tips.md' });
    expect(text).toMatchObject({ text: 'Use a very sharp blade.\n', data: { path: 'skills/clip-wick' } });
    const old = await server.call('get_skill', { name: 'clip-wick', file: 'tips.md', version: 2 });
    expect(old.text).toBe('Use a sharp blade.\n');
    const binary = await server.call('get_skill', { name: 'clip-wick', file: 'data/blob.bin' });
    expect(Buffer.from(binary.data.file.base64, 'base64')).toEqual(Buffer.from(BINARY));
    expect(binary.text).toContain('not text');
    const named = await server.call('get_skill', { name: 'skill://clip-wick/tips.md' });
    expect(named).toMatchObject({
      text: text.text,
      data: { path: 'skills/clip-wick', file: { path: 'tips.md' } },
    });
  });

  it.each([
    [{}, 'query is missing.'],
    [{ query: 'wick', verbose: 'yes' }, 'verbose must be true or false.'],
    [{ query: 'wick', limit: 0 }, 'limit must be a whole number from 1 to 50.'],
    [{ query: 'wick', limit: 1.5 }, 'limit must be a whole number from 1 to 50.'],
    [{ query: 'wick', tags_filter: 'a' }, 'tags_filter must be a list of texts.'],
    [{ query: 'wick', tags_filter: ['a', 1] }, 'tags_filter must be a list of texts.'],
    [{ query: 1, repo_scope: 'here' }, 'query must be a text; repo_scope must be "current" or "all".'],
  ])('refuses a search by %j in plain words', async (args, why) => {
    const { isError, text } = await server.call('search_skills', args);
    expect(isError).toBe(true);
    expect(text).toContain(why);
    expect(text).not.toMatch(/data\/|boolean/);
  });

  it.each([
    [{ name: 'clip-wik' }, 'There is no skill clip-wik. Did you mean clip-wick?'],
    [{}, 'No skill was named.'],
    [{ name: ' ' }, 'No skill was named.'],
    [{ name: 'wrong', path: 'skills/clip-wick' }, 'skills/clip-wick is not called wrong.'],
    [{ name: 'api-cache', path: 'skills/clip-wick' }, 'skills/clip-wick is not called api-cache.'],
    [{ skill: 'clip-wick' }, 'there is no argument "skill". It takes name, path, version, file.'],
    [{ name: 'zzzzzz' }, 'Find it with search_skills.'],
    [{ name: 'bad' }, 'could not be taken into the index: yaml-'],
    [{ name: 'clip-wick', version: 9 }, 'it has versions 1 to 3'],
    [{ name: 'clip-wick', version: 'no-such-branch' }, 'no-such-branch'],
    [{ name: 'clip-wick', file: 'nope' }, 'It has SKILL.md, data/blob.bin, tips.md.'],
    [{ name: 7 }, 'name must be a text.'],
    [{ name: 'clip-wick', version: [] }, 'version must be a text or a whole number.'],
  ])('refuses %j and says why', async (args, why) => {
    const { isError, text } = await server.call('get_skill', args);
    expect(isError).toBe(true);
    expect(text).toContain(why);
    expect(text).not.toMatch(/`skillgraft |list the skills/);
  });

  it('has no other tool', async () => {
    await expect(server.call('no_such_tool', {})).rejects.toMatchObject({ code: -32602 });
  });

  it('says what it thinks of a skill', async () => {
    const { text } = await server.call('get_skill', { name: 'old-lamp' });
    expect(text).toContain('Status: deprecated, Use new-lamp.\nExpired:');
    const { text: found } = await server.call('search_skills', { query: 'lamp' });
    expect(found).toContain('[v1; deprecated; expired]');
  });

  it('brings odd characters through, and lets no text of a skill pass for a line of its own', async () => {
    const { data, text } = await server.call('get_skill', { name: 'odd-text' });
    expect(data.body).toBe(`${ODD_TEXT}\n`);
    expect(text.endsWith(`\n\n${ODD_TEXT}\n`)).toBe(true);
    const search = await server.call('search_skills', { query: 'holds odd' });
    expect(search.text.split('\n')).toHaveLength(2);
    expect(search.data.results[0].description).toMatch(/\u001b\[31modd/);
    const nul = await server.call('get_skill', { name: 'odd-text', file: 'nul.txt' });
    expect(Buffer.from(nul.data.file.base64, 'base64').toString()).toBe('a\0b');
    const surrogate = await server.call('get_skill', { name: 'odd-text', file: 'surrogate.txt' });
    expect(Buffer.from(surrogate.data.file.base64, 'base64')).toHaveLength(5);
  });

  it('stays quiet on standard error', () => {
    expect(server.stderr()).toMatch(/^Serving 8 skills of .*\n$/);
  });
});
