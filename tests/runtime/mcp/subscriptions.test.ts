import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildInto } from '../../helpers/built-case.js';
import { skillText, TestRepo, tempFolder } from '../../helpers/git-repo.js';
import { type Connection, connect, type Era } from '../../helpers/mcp-client.js';

const CHANGES = [
  'notifications/resources/updated',
  'notifications/resources/list_changed',
  'notifications/prompts/list_changed',
] as const;

const open: { dispose(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.dispose();
});

/** A server of two skills, and what its client hears: a method, with the URI where there is one. */
async function listen(era: Era) {
  const temp = tempFolder('skillgraft-listen-');
  const repo = new TestRepo(join(temp.dir, 'repo'))
    .write('skills/gong/SKILL.md', skillText('gong'))
    .write('skills/gong/tips.md', 'Softly.\n')
    .write('skills/bell/SKILL.md', skillText('bell'));
  repo.commit('add');
  const { out } = await buildInto(repo.dir);
  const server = await connect(out, era);
  open.push(temp, { dispose: () => server.close() });
  const heard: string[] = [];
  for (const method of CHANGES) {
    server.client.setNotificationHandler(method, ({ params }) => {
      heard.push([method, params !== undefined && 'uri' in params ? params.uri : ''].join(' ').trim());
    });
  }
  const rebuild = async (): Promise<void> => {
    repo.commit('change');
    await buildInto(repo.dir);
  };
  return { repo, out, server, heard, rebuild };
}

/** Waits until something was heard; the server looks for changes once a second, by itself. */
async function until(heard: readonly string[], count: number): Promise<void> {
  for (let tries = 0; heard.length < count && tries < 500; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

const LEGACY_URI = 'skill://go%6Eg/tips.md';

async function subscribe(server: Connection, era: Era): Promise<void> {
  const { client } = server;
  if (era === 'legacy') {
    await client.subscribeResource({ uri: LEGACY_URI });
    await client.subscribeResource({ uri: 'skill://bell/SKILL.md' });
    await client.unsubscribeResource({ uri: 'skill://bell/SKILL.md' });
    return;
  }
  await client.listen({
    resourcesListChanged: true,
    promptsListChanged: true,
    resourceSubscriptions: ['skill://gong/tips.md'],
  });
}

describe.each(['auto', 'legacy'] as const)('a client that listens (%s)', (era) => {
  it('hears of files that it subscribed to, and of lists that changed, without asking', async () => {
    const { repo, server, heard, rebuild } = await listen(era);
    await subscribe(server, era);
    repo.write('skills/gong/tips.md', 'Loudly.\n').write('skills/bell/SKILL.md', skillText('bell', 'Ring.'));
    await rebuild();
    await until(heard, 1);
    const uri = era === 'legacy' ? LEGACY_URI : 'skill://gong/tips.md';
    expect(heard.splice(0)).toEqual([`notifications/resources/updated ${uri}`]);
    repo.write('skills/drum/SKILL.md', skillText('drum'));
    await rebuild();
    await until(heard, 2);
    expect(heard.splice(0)).toEqual([
      'notifications/resources/list_changed',
      'notifications/prompts/list_changed',
    ]);
    const { resources } = await server.client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(['bell', 'drum', 'gong']);
    expect(heard).toEqual([]);
  });

  it('hears nothing of an index that is refused', async () => {
    const { out, server, heard } = await listen(era);
    await subscribe(server, era);
    writeFileSync(join(out, 'index.json'), '{}');
    await server.call('search_skills', { query: 'gong' });
    expect(server.stderr()).toContain('refused');
    expect((await server.client.listResources()).resources).toHaveLength(2);
    expect(heard).toEqual([]);
  });
});

describe('resources/subscribe', () => {
  it('takes no URI that names no file', async () => {
    const { server } = await listen('legacy');
    for (const uri of ['skill://gong', 'skill://none/SKILL.md', 'x'])
      await expect(server.client.subscribeResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });
});
