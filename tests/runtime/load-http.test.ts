import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from '../../build/assemble.js';
import { openIndex } from '../../runtime/open-index.js';
import type { Artifact } from '../../schema/index.types.js';
import { tempFolder } from '../helpers/git-repo.js';
import { buildInto, codeOf, servedWhole, type TwoVersions, twoVersions } from '../helpers/skills-repo.js';

const temp = tempFolder();
const out = join(temp.dir, 'out');
let two: TwoVersions;
let bytes: Buffer;
beforeAll(async () => {
  two = twoVersions(join(temp.dir, 'repo'));
  await buildInto({ repo: two.repo.dir, out });
  bytes = readFileSync(join(out, 'index.json'));
});
afterAll(() => temp.dispose());

/** The artifact as an object; its digest is that of the file, not of what a test makes of it. */
function parts(): Artifact {
  const { $digest: _, ...rest } = JSON.parse(bytes.toString('latin1'));
  return rest;
}

describe('over HTTP', () => {
  let server: Server;
  let base: string;
  let answer: RequestListener;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const files: RequestListener = (request, response) => {
    try {
      response.end(readFileSync(join(out, decodeURIComponent(request.url!.replace('/dist/', '')))));
    } catch {
      response.writeHead(404).end('not here');
    }
  };

  it('is opened by its folder or its file, and its files are read', async () => {
    answer = files;
    expect(await servedWhole(`${base}/dist/`)).toBe(two.v2);
    const index = await openIndex(new URL(`${base}/dist/index.json`));
    expect((await index.get('changed')).body).toContain('Two.');
    asked.length = 0;
    expect((await openIndex(`${base}/dist`)).location).toBe(`${base}/dist/index.json`);
    answer = (request, response) => {
      request.url = request.url!.replace('?t=a/b.json', '');
      files(request, response);
    };
    const withQuery = await openIndex(`${base}/dist?t=a/b.json#part`);
    expect((await withQuery.get('changed')).body).toContain('Two.');
    expect(asked).toEqual([
      '/dist/index.json',
      '/dist/index.json?t=a/b.json',
      '/dist/skills/changed/SKILL.md?t=a/b.json',
    ]);
    answer = files;
    expect(await codeOf(openIndex(`${base}/elsewhere/`))).toBe('artifact-file-missing');
  });

  it('is refused where the answer breaks off, is cut short or is another page', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 100), () => response.destroy());
    };
    expect(await codeOf(openIndex(`${base}/dist/`))).toBe('artifact-unreachable');
    answer = (_, response) => void response.end(bytes.subarray(0, 1000));
    expect(await codeOf(openIndex(`${base}/dist/`))).toBe('artifact-broken');
    answer = (_, response) => void response.end('<!doctype html>');
    expect(await codeOf(openIndex(`${base}/dist/`))).toBe('artifact-broken');
    answer = (request) => void request.socket.destroy();
    expect(await codeOf(openIndex(`${base}/dist/`))).toBe('artifact-unreachable');
    answer = (_, response) => void response.writeHead(500).end();
    expect(await codeOf(openIndex(`${base}/dist/`))).toBe('artifact-file-missing');
  });

  it('goes by words alone while its vectors are out of reach, and by meaning when they are back', async () => {
    const { files: built } = assemble(parts(), 100);
    const contents = new Map<string, Uint8Array>();
    for (const [path, file] of built) contents.set(`/${path}`, await file.read());
    let isAway = true;
    answer = (request, response) => {
      if (isAway && request.url!.startsWith('/vectors-')) request.socket.destroy();
      else response.end(contents.get(request.url!));
    };
    const index = await openIndex(`${base}/`);
    const { results, notices } = await index.search('kept');
    expect(results[0]?.name).toBe('kept');
    expect(notices).toEqual([
      { code: 'vectors-unreadable', message: expect.stringContaining('Check the address and the network') },
    ]);
    expect(await codeOf(index.checkVectors())).toBe('artifact-unreachable');
    isAway = false;
    expect(await index.meaning()).toMatchObject({ isCompared: true, notice: null });
  });

  it('asks for nothing outside of its folder', async () => {
    const evil = parts();
    const skill = (evil.skills as Exclude<Artifact['skills'], { $file: string }>)[0]!;
    skill.resources[0]!.uri = 'skill://../../etc/passwd';
    const { index } = assemble(evil);
    answer = (request, response) => void response.end(request.url!.endsWith('index.json') ? index : 'secret');
    const opened = await openIndex(`${base}/a/b/dist/`);
    asked.length = 0;
    expect(await codeOf(opened.get(skill.path))).toBe('artifact-broken');
    expect(asked).toEqual([]);
  });
});
