import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInto } from '../../helpers/built-case.js';
import { skillText, tempFolder } from '../../helpers/git-repo.js';
import { type Connection, connect } from '../../helpers/mcp-client.js';
import { BINARY, type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

let sample: SampleRepo;
beforeAll(async () => {
  sample = await sampleRepo();
});
afterAll(() => sample.dispose());

const LISTED = [
  'skill://api-cache/SKILL.md',
  'skill://clip-wick/SKILL.md',
  'skill://north/pack-bag/SKILL.md',
  'skill://odd-text/SKILL.md',
  'skill://old-lamp/SKILL.md',
  'skill://south/pack-bag/SKILL.md',
  'skill://web-cache/SKILL.md',
];

describe.each(['auto', 'legacy'] as const)('resources and the skills extension (%s)', (era) => {
  let server: Connection;
  let skills: SkillsClient;
  beforeAll(async () => {
    server = await connect(sample.out, era);
    skills = new SkillsClient(server.client);
  });
  afterAll(() => server.close());

  it('declares what there is', () => {
    expect(server.client.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      completions: {},
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
    });
    expect(skills.directoryRead).toBe(true);
  });

  it('lists every skill that is in use, and every file of each is what its entry says', async () => {
    const { skills: entries } = await skills.list();
    expect(entries.map(({ uri }) => uri)).toEqual(LISTED);
    for (const entry of entries) {
      for (const { uri } of entry.resources as { uri: string }[]) {
        expect(await skills.read(entry, uri)).toMatchObject({ verified: true });
      }
    }
    const { resources } = await server.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(LISTED);
    expect(resources[1]).toEqual({
      uri: 'skill://clip-wick/SKILL.md',
      name: 'clip-wick',
      title: 'Wicks',
      description: 'Trims a candle wick.',
      mimeType: 'text/markdown',
      size: expect.any(Number),
    });
  });

  it('gives what is archived to those who ask for it', async () => {
    const { skill } = await skills.get('skill://old-loom/SKILL.md');
    expect((await skills.read(skill)).frontmatter).toMatchObject({ name: 'old-loom' });
  });

  it('reads texts as text and bytes as bytes, however the URI is spelled', async () => {
    const read = async (uri: string) => (await server.client.readResource({ uri })).contents[0];
    expect(await read('skill://clip-wick/tips.md')).toMatchObject({
      mimeType: 'text/markdown',
      text: 'Use a very sharp blade.\n',
    });
    expect(await read('skill://clip%2dwick/data/bl%6Fb.bin')).toEqual({
      uri: 'skill://clip%2dwick/data/bl%6Fb.bin',
      mimeType: 'application/octet-stream',
      blob: Buffer.from(BINARY).toString('base64'),
    });
    expect(await read('skill://odd-text/surrogate.txt')).toMatchObject({
      mimeType: 'text/plain',
      blob: Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62]).toString('base64'),
    });
  });

  it.each([
    [
      'skill://clip-wick',
      [
        { uri: 'skill://clip-wick/SKILL.md', name: 'SKILL.md', mimeType: 'text/markdown' },
        { uri: 'skill://clip-wick/data', name: 'data', mimeType: 'inode/directory' },
        { uri: 'skill://clip-wick/tips.md', name: 'tips.md', mimeType: 'text/markdown' },
      ],
    ],
    ['skill://clip-wick/data/', [{ uri: 'skill://clip-wick/data/blob.bin', name: 'blob.bin', size: 8 }]],
    ['skill://north', [{ uri: 'skill://north/pack-bag', name: 'pack-bag', mimeType: 'inode/directory' }]],
  ])('lists the folder %s', async (uri, children) => {
    expect((await skills.readDirectory(uri)).resources).toMatchObject(children);
  });

  it('lists the folders at the top', async () => {
    const { resources } = await skills.readDirectory('skill://');
    const tops = ['api-cache', 'clip-wick', 'north', 'odd-text', 'old-lamp', 'south', 'web-cache'];
    expect(resources.map(({ name }) => name)).toEqual(tops);
  });

  it.each([
    ['resources/read', 'skill://clip-wick/none.md'],
    ['resources/read', 'skill://clip-wick/../../../../etc/passwd'],
    ['resources/read', 'skill://clip-wick%2FSKILL.md'],
    ['resources/read', 'skill://bad/SKILL.md'],
    ['resources/read', 'file:///etc/passwd'],
    ['resources/read', 'no uri'],
    ['resources/directory/read', 'skill://none'],
    ['resources/directory/read', 'skill://clip-wick/tips.md'],
    ['skills/get', 'skill://clip-wick'],
    ['skills/get', 'skill://clip-wick/tips.md'],
    ['skills/get', 'skill://clip%2dwick/SKILL.md'],
    ['skills/get', 'no uri'],
  ])('%s of %s is -32602, and names it', async (method, uri) => {
    const asked =
      method === 'resources/read'
        ? server.client.readResource({ uri })
        : method === 'skills/get'
          ? skills.get(uri)
          : skills.readDirectory(uri);
    const error = await asked.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: -32602 });
    expect(JSON.stringify([(error as Error).message, (error as { data?: unknown }).data])).toContain(
      uri.split('/').at(-1),
    );
  });

  it('has a template whose path it completes', async () => {
    const { resourceTemplates } = await server.client.listResourceTemplates();
    expect(resourceTemplates).toEqual([expect.objectContaining({ uriTemplate: 'skill://{+path}' })]);
    const { completion } = await server.client.complete({
      ref: { type: 'ref/resource', uri: 'skill://{+path}' },
      argument: { name: 'path', value: 'clip-wick/' },
    });
    expect(completion.values).toEqual(['clip-wick/SKILL.md', 'clip-wick/data/blob.bin', 'clip-wick/tips.md']);
  });
});

describe('a file that is too large for the pipe', () => {
  it('is refused, and the connection goes on', async () => {
    const { dir, dispose } = tempFolder('skillgraft-large-');
    mkdirSync(join(dir, 'skills/large'), { recursive: true });
    writeFileSync(join(dir, 'skills/large/SKILL.md'), skillText('large'));
    writeFileSync(join(dir, 'skills/large/data.bin'), Buffer.alloc(8 * 1024 * 1024));
    writeFileSync(join(dir, 'skills/large/quotes.txt'), '"'.repeat(5 * 1024 * 1024));
    const { client, close } = await connect((await buildInto(dir)).out, 'auto');
    try {
      for (const name of ['data.bin', 'quotes.txt']) {
        await expect(client.readResource({ uri: `skill://large/${name}` })).rejects.toMatchObject({
          code: -32603,
          message: expect.stringMatching(/large\/\S+ has \d+ bytes, more than can be sent/),
        });
      }
      expect((await client.listResources()).resources).toHaveLength(1);
    } finally {
      await close();
      dispose();
    }
  });
});

describe('a client that works in one repository', () => {
  it('gets no lists of skills for another', async () => {
    const server = await connect(sample.out, 'auto', { env: { WORKSPACE_FOLDER: '/home/me/api' } });
    try {
      const listed = LISTED.filter((uri) => !uri.includes('web-cache'));
      const { skills } = await new SkillsClient(server.client).list();
      expect(skills.map(({ uri }) => uri)).toEqual(listed);
      const { resources } = await server.client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual(listed);
      const { contents } = await server.client.readResource({ uri: 'skill://web-cache/SKILL.md' });
      expect(contents).toHaveLength(1);
    } finally {
      await server.close();
    }
  });
});
