import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillgraft } from '../../helpers/cli.js';
import { tempFolder } from '../../helpers/git-repo.js';
import { rpc, serveHttp, untilTrue } from '../../helpers/http-server.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

let sample: SampleRepo;
const temp = tempFolder('skillgraft-serve-');
beforeAll(async () => {
  sample = await sampleRepo();
});
afterAll(() => {
  sample.dispose();
  temp.dispose();
});

function tokenFile(name: string, text: string, mode = 0o600): string {
  const file = join(temp.dir, name);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

describe('skillgraft serve', () => {
  it.each([
    [['--port', '0'], {}, '--port is about HTTP'],
    [['--host', '127.0.0.1'], {}, '--host is about HTTP'],
    [['--verbose'], {}, '--verbose is about HTTP'],
    [['--allowed-host', 'a.example.com'], {}, '--allowed-host is about HTTP'],
    [['--http', '--port', '70000'], {}, '--port cannot be "70000"'],
    [['--http', '--port', '0', '--host', '0.0.0.0'], {}, 'SKILLGRAFT_TOKEN'],
    [['--http', '--port', '0', '--host', '::'], {}, 'SKILLGRAFT_TOKEN'],
    [['--http', '--port', '0', '--allowed-host', 'a:80'], {}, '--allowed-host cannot be "a:80"'],
    [['--http', '--port', '0', '--allowed-origin', 'a'], {}, '--allowed-origin cannot be "a"'],
    [['--http', '--port', '0', '--token-file', '/nowhere/token'], {}, 'Cannot read the token'],
    [['--http', '--port', '0'], { SKILLGRAFT_TOKEN: 'short' }, 'at least 16 characters'],
    [['--http', '--port', '0', '--host', '192.0.2.1'], { SKILLGRAFT_TOKEN: 'x'.repeat(16) }, '--host'],
  ])('%j is refused', (args, env, said) => {
    const { status, stderr } = skillgraft(['serve', '--index', sample.out, ...args], {
      env,
      timeout: 30_000,
    });
    expect(stderr).toContain(said);
    expect(status).toBe(2);
  });

  it('says what to do where the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { status, stderr } = skillgraft(['serve', '--http', '--port', String(port), '--index', sample.out]);
    other.close();
    expect(status).toBe(2);
    expect(stderr).toContain('another program has it');
    expect(stderr).toContain('--port 0');
  });

  it('takes the token from a file, and warns where others can read that', async () => {
    const token = 'a-token-of-a-file-0123';
    const server = await serveHttp(
      sample.out,
      ['--token-file', tokenFile('open', `${token}\nmore\n`, 0o644)],
      {
        SKILLGRAFT_TOKEN: 'of-the-environment-0123',
      },
    );
    const ask = (given: string) =>
      fetch(`${server.url}/readyz`, { headers: { Authorization: `Bearer ${given}` } }).then(
        ({ status }) => status,
      );
    expect([await ask(token), await ask('of-the-environment-0123')]).toEqual([200, 401]);
    expect(server.log().map(({ event }) => event)).toContain('token-file');
    await server.end();
    expect(server.stderr()).not.toContain(token);
    expect(skillgraft(['serve', '--http', '--token-file', tokenFile('empty', '\n')]).status).toBe(2);
  });

  it('answers to further names where it is told so', async () => {
    const server = await serveHttp(sample.out, [
      '--allowed-host',
      'skills.example.com',
      '--allowed-origin',
      'https://a.example.com',
    ]);
    const { hostname, port } = new URL(server.url);
    const { request } = await import('node:http');
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const outgoing = request({ hostname, port, path: '/healthz', headers: { Host: host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        outgoing.on('error', reject).end();
      });
    expect([await ask('skills.example.com'), await ask('other.example.com')]).toEqual([200, 403]);
    await server.end();
    expect(server.log().map(({ event }) => event)).toContain('host-refused');
  });

  it.each([
    [[], []],
    [['--verbose'], [undefined]],
    [['--log-queries'], ['trims a candle wick']],
  ])('with %j logs the queries %j', async (args, queries) => {
    const server = await serveHttp(sample.out, args);
    await fetch(
      `${server.url}/mcp?secret=in-the-query`,
      rpc('tools/call', { name: 'search_skills', arguments: { query: 'trims a candle wick' } }),
    ).then((response) => response.text());
    await server.end();
    const lines = server.log().filter(({ event }) => event === 'request');
    expect(lines.map(({ query }) => query)).toEqual(queries);
    for (const line of lines) {
      expect(line).toMatchObject({
        level: 'info',
        method: 'POST',
        path: '/mcp',
        status: 200,
        tool: 'search_skills',
      });
      expect(line.bytes).toBeGreaterThan(100);
    }
    expect(server.stderr()).not.toContain('in-the-query');
  });

  it('goes on with the last good index, and tells so at /readyz', async () => {
    const file = join(sample.out, 'index.json');
    const whole = readFileSync(file);
    const server = await serveHttp(sample.out);
    const ready = async () =>
      (await fetch(`${server.url}/readyz`)).json() as Promise<{ notices: { code: string }[] }>;
    writeFileSync(file, '{"$digest":"sha256:');
    const { notices } = await ready();
    expect(notices.map(({ code }) => code)).toContain('artifact-broken');
    expect(Buffer.from(await (await fetch(`${server.url}/index.json`)).arrayBuffer()).equals(whole)).toBe(
      true,
    );
    writeFileSync(file, whole);
    await untilTrue(async () => !(await ready()).notices.some(({ code }) => code === 'artifact-broken'));
    await server.end();
    expect(server.log().map(({ event }) => event)).toEqual(
      expect.arrayContaining(['reload-refused', 'reload']),
    );
  });
});
