import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ARCHIVE_FILE, publishRelease } from '../../../build/publish/release/publish-release.js';
import type { Allowances } from '../../../build/publish/types.js';
import { FakeGitHub, type GitHubFault } from '../../helpers/fake-github.js';
import { codeOf, servedWhole } from '../../helpers/skills-repo.js';
import { inputOf, type PublishFixture, publishFixture, withRepository } from './fixture.js';

const TOKEN = 'github_pat_s3cr3t';

let fixture: PublishFixture;
let github: FakeGitHub;
let apiUrl: string;

beforeAll(async () => {
  fixture = await publishFixture();
  github = new FakeGitHub(fixture.two.repo.dir, 'owner/repo', TOKEN);
  apiUrl = await github.listen();
});

afterAll(async () => {
  await github.close();
  fixture.temp.dispose();
});

afterEach(() => {
  const found = github.violations.splice(0);
  github.requests.length = 0;
  github.releases.clear();
  github.fault = () => null;
  expect(found).toEqual([]);
});

async function publish(version: 'v1' | 'v2', allow: Allowances = {}) {
  const publishable = await fixture.open(fixture.index[version]);
  return withRepository(fixture.two.repo.dir, (repository) =>
    publishRelease(inputOf(publishable, repository, allow), {
      apiUrl,
      owner: 'owner',
      repo: 'repo',
      token: TOKEN,
      retryDelayMs: 1,
    }),
  );
}

function tagOf(commit: string): string {
  return `skills-index-${commit.slice(0, 12)}`;
}

/** Makes the request of this number fail, of those that change something. */
function failAt(at: number, fault: GitHubFault): void {
  let count = 0;
  github.fault = ({ method }) => {
    if (method === 'GET') return null;
    count += 1;
    return count === at ? fault : null;
  };
}

describe('a release', () => {
  test('has the whole index in one archive that readers open, and the files of the index with their digests', async () => {
    const published = await publish('v1');
    const { v1 } = fixture.two;
    expect(published).toMatchObject({ outcome: 'published', tag: tagOf(v1) });
    expect(published.index).toMatch(/\/owner\/repo\/releases\/latest\/download\/skills-index\.tar\.gz$/);
    const { releases, latest } = github.releases;
    expect(releases).toMatchObject([{ tag: tagOf(v1), commit: v1, draft: false }]);
    expect(latest).toBe(releases[0]);
    const folder = join(fixture.temp.dir, 'assets');
    mkdirSync(folder);
    for (const { name, bytes } of releases[0]!.assets) writeFileSync(join(folder, name), bytes);
    const sums = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(sums.trim().split('\n')).toEqual(['index.json: OK', `${ARCHIVE_FILE}: OK`]);
    expect(await servedWhole(join(folder, ARCHIVE_FILE))).toBe(v1);
    // What others unpack is the same index.
    mkdirSync(join(folder, 'out'));
    execFileSync('tar', ['-xzf', ARCHIVE_FILE, '-C', 'out'], { cwd: folder });
    expect(await servedWhole(join(folder, 'out'))).toBe(v1);
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: join(folder, 'out') });
  });

  test('is read from its address, where the server sends to another one', async () => {
    await publish('v2');
    const { bytes } = github.releases.releases[0]!.assets.find(({ name }) => name === ARCHIVE_FILE)!;
    const server = createServer((request, response) => {
      if (request.url === `/latest/download/${ARCHIVE_FILE}`)
        response.writeHead(302, { location: '/stored' }).end();
      else response.end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await servedWhole(`http://127.0.0.1:${port}/latest/download/${ARCHIVE_FILE}`)).toBe(
      fixture.two.v2,
    );
    server.closeAllConnections();
    server.close();
  });

  test('the same again changes nothing; the next one moves latest', async () => {
    await publish('v1');
    const before = github.requests.length;
    expect(await publish('v1')).toMatchObject({ outcome: 'unchanged' });
    expect(github.requests.slice(before).every(({ method }) => method === 'GET')).toBe(true);
    await publish('v2');
    expect(github.releases.latest?.tag).toBe(tagOf(fixture.two.v2));
  });

  test('latest moves last, when the release is shown with all of its files', async () => {
    await publish('v1');
    const changes = github.requests.filter(({ method }) => method !== 'GET');
    expect(
      changes
        .map(({ method, path, body }) => `${method} ${path.split('/')[5] ?? ''} ${JSON.stringify(body)}`)
        .slice(-2),
    ).toEqual([
      `PATCH ${github.releases.releases[0]!.id} {"draft":false,"make_latest":"false"}`,
      `PATCH ${github.releases.releases[0]!.id} {"make_latest":"true"}`,
    ]);
  });

  test('of a server that tells no digests is compared with what it stored', async () => {
    github.releases.hasDigests = false;
    expect(await publish('v1')).toMatchObject({ outcome: 'published' });
  });

  test('says so where it takes the place of another latest release', async () => {
    github.releases.latest = github.releases.add('v1.0.0');
    expect((await publish('v1')).notes).toEqual([expect.stringContaining('v1.0.0')]);
  });
});

describe('what is refused', () => {
  test('going back behind the published commit, unless that is meant', async () => {
    await publish('v2');
    expect(await codeOf(publish('v1'))).toBe('publish-rollback');
    expect(github.releases.latest?.tag).toBe(tagOf(fixture.two.v2));
    expect(await publish('v1', { rollback: true })).toMatchObject({ outcome: 'published' });
  });

  test('a file that the server stored otherwise, with digests and without', async () => {
    for (const hasDigests of [true, false]) {
      github.releases.clear();
      github.releases.hasDigests = hasDigests;
      github.releases.store = (bytes, name) => {
        const stored = Buffer.from(bytes);
        if (name === 'index.json') stored[100] = stored[100]! ^ 1;
        return stored;
      };
      expect(await codeOf(publish('v1'))).toBe('release-not-whole');
      expect(github.releases.releases).toMatchObject([{ draft: true }]);
    }
  });

  test('an address for files on another host: the token goes nowhere else', async () => {
    const elsewhere = createServer((_, response) => response.end('{}'));
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    let asked = 0;
    elsewhere.on('request', () => asked++);
    const { port } = elsewhere.address() as AddressInfo;
    const carryOut = github.releases.carryOut.bind(github.releases);
    github.releases.carryOut = (method, url, body, file) =>
      carryOut(method, url, body, file, `http://127.0.0.1:${port}`);
    expect(await codeOf(publish('v1'))).toBe('github-answer-broken');
    github.releases.carryOut = carryOut;
    expect(asked).toBe(0);
    elsewhere.close();
  });

  test('a token without the right, told without the token', async () => {
    github.mayWrite = false;
    const error = await publish('v1').catch((reason: unknown) => reason);
    github.mayWrite = true;
    expect(error).toMatchObject({ code: 'github-forbidden' });
    expect(inspect(error, { depth: 9 })).not.toContain('s3cr3t');
  });
});

test.each<[string, GitHubFault]>([
  ['a server error', { status: 500 }],
  ['a connection that is cut before', 'cut'],
  ['a connection that is cut behind the deed', 'cut-after'],
  ['half an answer', 'half-json'],
])(
  '%s at any change leaves the old latest, and the next try goes on to one whole release',
  async (_, fault) => {
    for (let at = 1; ; at += 1) {
      github.releases.clear();
      await publish('v1');
      failAt(at, fault);
      const end = await publish('v2').then(
        () => 'published',
        () => 'failed',
      );
      github.fault = () => null;
      const tag = github.releases.latest?.tag;
      const isWhole = github.releases.latest?.assets.map(({ name }) => name).sort();
      expect(isWhole).toEqual(['SHA256SUMS', 'index.json', ARCHIVE_FILE].sort());
      if (end === 'failed' && fault !== 'cut-after' && fault !== 'half-json')
        expect(tag).toBe(tagOf(fixture.two.v1));
      await publish('v2');
      expect(github.releases.latest?.tag).toBe(tagOf(fixture.two.v2));
      expect(github.releases.releases.map(({ tag: one, draft }) => [one, draft])).toEqual([
        [tagOf(fixture.two.v1), false],
        [tagOf(fixture.two.v2), false],
      ]);
      const { bytes } = github.releases.latest!.assets.find(({ name }) => name === 'SHA256SUMS')!;
      for (const asset of github.releases.latest!.assets) {
        const digest = createHash('sha256').update(asset.bytes).digest('hex');
        if (asset.name !== 'SHA256SUMS') expect(bytes.toString()).toContain(`${digest}  ${asset.name}`);
      }
      if (at > 7) break;
    }
  },
);
