import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../runtime/open-index.js';
import { rawExchange, rpc } from '../../helpers/http-server.js';
import { type Random, seededRandom } from '../../helpers/random.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';
import { type Served, serveHere } from './served.js';

/** Stands in files beside the index, and in none that it lists. */
const SECRET = 'must-not-be-served-4711';

let sample: SampleRepo;
let server: Served;
beforeAll(async () => {
  sample = await sampleRepo();
  mkdirSync(join(sample.out, 'skills/clip-wick/hidden'), { recursive: true });
  for (const file of ['secret.txt', 'skills/secret.txt', 'skills/clip-wick/hidden/secret.txt'])
    writeFileSync(join(sample.out, file), SECRET);
  writeFileSync(join(sample.repo.dir, 'secret.txt'), SECRET);
  server = await serveHere(sample.out);
});
afterAll(async () => {
  await server.stop();
  sample.dispose();
});

/** The server answers a question as it should. */
async function isWell(): Promise<void> {
  const response = await fetch(
    `${server.url}/mcp`,
    rpc('tools/call', { name: 'search_skills', arguments: { query: 'candle wick' } }),
  );
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('clip-wick');
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
}

async function post(body: string | Uint8Array, headers: Record<string, string> = {}) {
  const common = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { ...common, ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

describe('a hostile caller', () => {
  it.each([
    ['Host: evil.com', 403],
    ['Host: localhost.evil.com', 403],
    ['Host: ', 403],
    ['Host: localhost\r\nOrigin: http://evil.com', 403],
    ['Host: localhost\r\nOrigin: null', 403],
    ['X: y', 400],
    ['Host: a\r\nHost: localhost', 403],
  ])('sends %j', async (headers, status) => {
    for (const path of ['/', '/mcp', '/healthz', '/readyz', '/index.json', '/skills/clip-wick/SKILL.md']) {
      const answer = await rawExchange(
        server.url,
        `GET ${path} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`,
      );
      expect(statusOf(answer), path).toBe(status);
    }
    await isWell();
  });

  it.each([
    ['{', 400, -32700],
    ['', 400, -32700],
    ['\u0000', 400, -32700],
    ['[]', 400, -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32600],
    [`[${rpc('tools/list', {}).body}]`, 400, -32600],
    ['"text"', 400, undefined],
    ['null', 400, undefined],
    ['{"jsonrpc":"2.0"}', 400, undefined],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, undefined],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, undefined],
    ['{"__proto__":{"method":"tools/list"}}', 400, undefined],
    [`${'['.repeat(100_000)}`, 400, -32700],
  ])('posts %.40j', async (body, status, code) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    const { error } = JSON.parse(answer.text);
    expect(error.message).not.toBe('');
    if (code !== undefined) expect(error.code).toBe(code);
    await isWell();
  });

  it('posts bytes that are not UTF-8', async () => {
    expect((await post(Uint8Array.of(0x22, 0xff, 0x22))).status).toBe(400);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'posts the content type %j',
    async (type) => {
      expect((await post('{}', { 'Content-Type': type })).status).toBe(415);
    },
  );

  it('posts too much, said beforehand or not', async () => {
    const large = Buffer.alloc(4 * 1024 * 1024 + 1, 0x20);
    expect((await post(large)).status).toBe(413);
    const answer = await rawExchange(
      server.url,
      Buffer.concat([
        Buffer.from(
          'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
        ),
        Buffer.from(`${large.length.toString(16)}\r\n`),
        large,
        Buffer.from('\r\n0\r\n\r\n'),
      ]),
    );
    expect(statusOf(answer)).toBe(413);
    await isWell();
  });

  it('is slow with the head or the body', async () => {
    const limits = { headersTimeout: 300, requestTimeout: 600, checkInterval: 100 };
    const { url, stop } = await serveHere(sample.out, { limits });
    const post =
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{';
    const answers = ['GET /healthz HTTP/1.1\r\nHost: loc', post].map((text) =>
      rawExchange(url, text, 20_000),
    );
    expect((await Promise.all(answers)).map(statusOf)).toEqual([408, 408]);
    await stop();
  });

  it('sends too large a head, or none that HTTP has', async () => {
    const large = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(statusOf(await rawExchange(server.url, large))).toBe(431);
    for (const text of ['hello\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\x16\x03\x01\x02\x00'])
      expect(statusOf(await rawExchange(server.url, text))).toBe(400);
    const smuggled =
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    expect(statusOf(await rawExchange(server.url, smuggled))).toBe(400);
    await isWell();
  });

  it('sends requests before it has the answers, which come in their order', async () => {
    const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
    const last = get('/healthz', 'Connection: close\r\n');
    const all = [get('/readyz'), get('/nothing'), get('/index.json'), last].join('');
    const answers = await rawExchange(server.url, all);
    expect([...answers.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status)).toEqual([
      '200',
      '404',
      '200',
      '200',
    ]);
  });

  it('goes away in the midst of all that', async () => {
    const { hostname, port } = new URL(server.url);
    for (let i = 0; i < 50; i += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":',
      );
      await new Promise((resolve) => setTimeout(resolve, i % 5));
      socket.destroy();
    }
    await isWell();
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'GET', 'HEAD'])('uses %s on /mcp', async (method) => {
    const response = await fetch(`${server.url}/mcp`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('uses %s on the others', async (method) => {
    for (const path of ['/', '/readyz', '/healthz', '/index.json', '/skills/clip-wick/SKILL.md']) {
      const response = await fetch(server.url + path, { method });
      expect([response.status, response.headers.get('allow')], path).toEqual([405, 'GET, HEAD']);
    }
  });
});

/** Ways out of a folder, and to files that are there and not in the index. */
const ESCAPES = [
  '../secret.txt',
  '..%2fsecret.txt',
  '%2e%2e/secret.txt',
  '%2e%2e%2fsecret.txt',
  '%252e%252e%252fsecret.txt',
  '..%5csecret.txt',
  '..\\secret.txt',
  'clip-wick/../../secret.txt',
  'clip-wick/./SKILL.md/../../../secret.txt',
  'secret.txt',
  'clip-wick/hidden/secret.txt',
  'clip-wick/hidden/',
  'clip-wick',
  'clip-wick/',
  'clip-wick/SKILL.md%00',
  'clip-wick/SKILL.md/',
  'clip-wick//SKILL.md',
  '/etc/passwd',
  'C:\\Windows\\win.ini',
  'file:///etc/passwd',
  '%',
  '%ff',
  '\u202e',
  `${'a/'.repeat(5_000)}`,
];

describe('what is not in the index', () => {
  it.each(['/', '/skills/', '/.well-known/agent-skills/', '//', '/index.json/', '/skills/clip-wick/'])(
    'is not served below %s',
    async (prefix) => {
      for (const way of ESCAPES) {
        const target = `${prefix}${way}`.replace(/\u202e/g, '%E2%80%AE');
        const answer = await rawExchange(
          server.url,
          `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
        );
        expect([400, 404, 414, 431], target.slice(0, 80)).toContain(statusOf(answer));
        expect(answer).not.toContain(SECRET);
        expect(answer).not.toContain('root:');
      }
      await isWell();
    },
  );

  it('is not given by MCP, whichever way it is asked for', async () => {
    for (const way of ESCAPES) {
      for (const [method, params] of [
        ['resources/read', { uri: `skill://${way}` }],
        ['resources/read', { uri: `skill://clip-wick/${way}` }],
        ['resources/read', { uri: way }],
        ['skills/get', { uri: `skill://${way}` }],
        ['resources/directory/read', { uri: `skill://${way}` }],
        ['prompts/get', { name: way }],
        ['tools/call', { name: 'get_skill', arguments: { path: way } }],
        ['tools/call', { name: 'get_skill', arguments: { name: 'clip-wick', file: way } }],
        ['tools/call', { name: 'get_skill', arguments: { name: `skill://${way}` } }],
        ['tools/call', { name: way, arguments: {} }],
      ] as const) {
        const response = await fetch(`${server.url}/mcp`, rpc(method, params));
        const text = await response.text();
        expect(response.status, `${method} ${way.slice(0, 40)}`).toBeLessThan(500);
        expect(text).not.toContain(SECRET);
        expect(text).not.toContain('root:');
        expect(text).not.toContain('-32603');
      }
    }
    await isWell();
  }, 60_000);
});

const TOKENS = [
  ...['{', '}', '[', ']', '"', ':', ',', '\\', '\u0000', '\ud83d\ude00', 'null', '1e999', '-0', '\r\n'],
  ...['jsonrpc', '2.0', 'id', 'method', 'params', 'tools/call', 'name', 'arguments', 'query', '_meta', 'uri'],
  ...[
    'skill://',
    '../',
    '%2e',
    '__proto__',
    'constructor',
    'initialize',
    'resources/read',
    'server/discover',
  ],
];
const METHODS = [
  'tools/call',
  'tools/list',
  'resources/read',
  'resources/list',
  'skills/list',
  'prompts/get',
  'completion/complete',
  'x',
];

function randomValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 4 : 6);
  if (kind === 0) return random.pick([null, true, 0, -1, 1e21, 'text']);
  if (kind < 4) return Array.from({ length: random.below(4) }, () => random.pick(TOKENS)).join('');
  if (kind === 4) return Array.from({ length: random.below(4) }, () => randomValue(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length: random.below(5) }, () => [random.pick(TOKENS), randomValue(random, depth + 1)]),
  );
}

/** A request to any path, or one of MCP with a random body. */
function randomRequest(random: Random): { readonly path: string; readonly init: RequestInit } {
  const kind = random.below(3);
  if (kind === 0) {
    const parts = Array.from({ length: random.below(6) }, () => random.pick(TOKENS));
    const path = `/${encodeURI(parts.join(random.pick(['', '/'])))}`;
    return { path, init: { method: random.pick(['GET', 'HEAD', 'POST', 'PUT']) } };
  }
  const value = randomValue(random);
  const asked = rpc(random.pick(METHODS), Object(value) as Record<string, unknown>);
  return { path: '/mcp', init: kind === 1 ? asked : { ...asked, body: JSON.stringify(value) } };
}

async function fetched(random: Random): Promise<number> {
  const { path, init } = randomRequest(random);
  const response = await fetch(server.url + path, init);
  expect(await response.text()).not.toContain(SECRET);
  return response.status;
}

/** Requests of one connection, sent all at once. */
function pipelined(random: Random, count: number): Uint8Array {
  const requests = Array.from({ length: count }, (_, i) => {
    const { path, init } = randomRequest(random);
    const body = String(init.body ?? '');
    const headers = Object.entries({
      Host: 'localhost',
      'Content-Length': String(Buffer.byteLength(body)),
      ...(i === count - 1 ? { Connection: 'close' } : {}),
      ...(init.headers as Record<string, string> | undefined),
    });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return `${init.method} ${path} HTTP/1.1\r\n${head}\r\n${body}`;
  });
  return Buffer.from(requests.join(''));
}

function randomBytes(random: Random): Uint8Array {
  const head = random.pick(['GET /', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\n', 'GET /skills/', '']);
  const text = Array.from({ length: random.below(12) }, () =>
    random.pick([...TOKENS, ' HTTP/1.1\r\n', '\r\n\r\n', 'Host: localhost']),
  ).join('');
  return Buffer.from(`${head}${text}${random.below(2) === 0 ? '\r\n\r\n' : ''}`);
}

describe('10,000 random requests', () => {
  it('are all answered in full, refused or cut, and the server goes on', async () => {
    const random = seededRandom(6);
    const seen = new Map<number, number>();
    const count = (status: number): void => void seen.set(status, (seen.get(status) ?? 0) + 1);
    const countAll = (answers: readonly string[]): number => {
      let found = 0;
      for (const answer of answers) {
        expect(answer).not.toContain(SECRET);
        for (const [, status] of answer.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)) {
          count(Number(status));
          found += 1;
        }
      }
      return found;
    };
    for (let round = 0; round < 20; round += 1) {
      const [statuses, pipes, broken] = await Promise.all([
        Promise.all(Array.from({ length: 100 }, () => fetched(random))),
        Promise.all(Array.from({ length: 6 }, () => rawExchange(server.url, pipelined(random, 50)))),
        Promise.all(Array.from({ length: 100 }, () => rawExchange(server.url, randomBytes(random), 100))),
      ]);
      statuses.forEach(count);
      expect(countAll(pipes)).toBe(300);
      countAll(broken);
    }
    expect([...seen.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(seen.get(200) ?? 0).toBeGreaterThan(0);
    expect(seen.get(400) ?? 0).toBeGreaterThan(1_000);
    expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
    await isWell();
  });
});

it('still serves what the index holds', async () => {
  const { skills } = await openIndex(sample.out);
  for (const { uri } of skills.flatMap(({ resources }) => resources)) {
    const response = await fetch(`${server.url}/skills/${uri.slice('skill://'.length)}`);
    expect(response.status, uri).toBe(200);
    await response.arrayBuffer();
  }
});
