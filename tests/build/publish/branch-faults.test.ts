import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishBranch } from '../../../build/publish/branch/publish-branch.js';
import type { Publishable } from '../../../build/publish/types.js';
import { openIndex } from '../../../runtime/open-index.js';
import type { WriteFs } from '../../../runtime/propose/git/write-fs.js';
import { CLI } from '../../helpers/cli.js';
import { GitHttpServer } from '../../helpers/git-http-server.js';
import { git } from '../../helpers/git-repo.js';
import { codeOf } from '../../helpers/skills-repo.js';
import { type Fault, FaultyFs } from '../../runtime/propose/git/faulty-fs.js';
import {
  fsck,
  inputOf,
  PERSON,
  type PublishFixture,
  publishFixture,
  tipOf,
  withRepository,
} from './fixture.js';

let fixture: PublishFixture;
/** A clone whose branch holds the first version. */
let seed: string;
let next: Publishable;
let count = 0;

beforeAll(async () => {
  fixture = await publishFixture();
  seed = fixture.clone();
  await publish(seed, await fixture.open(fixture.index.v1));
  next = await fixture.open(fixture.index.v2);
});
afterAll(() => fixture.temp.dispose());

function publish(dir: string, publishable: Publishable, fs?: WriteFs) {
  return withRepository(dir, (repository) =>
    publishBranch(inputOf(publishable, repository), repository, {
      branch: 'skills-index',
      person: PERSON,
      remote: null,
      ...(fs === undefined ? {} : { fs }),
    }),
  );
}

function copy(): string {
  const dir = join(fixture.temp.dir, `copy-${++count}`);
  cpSync(seed, dir, { recursive: true });
  return dir;
}

/** The steps of a whole publish. */
async function allSteps(): Promise<readonly string[]> {
  const counter = new FaultyFs(0);
  await publish(copy(), next, counter.fs);
  return counter.steps;
}

/** Steps that a test tries: all of those that move the branch, and some of those before. */
async function steps(every: number): Promise<number[]> {
  const last = (await allSteps()).length;
  return Array.from({ length: last }, (_, i) => i + 1).filter(
    (step) => step > last - 6 || step % every === 0,
  );
}

test.each<[string, Fault, string, number]>([
  ['the process ends', 'dead', 'EIO', 20],
  ['the disk is full', 'before', 'ENOSPC', 40],
])(
  'where %s at any step, the branch is the old one or the new one, and the next try succeeds',
  async (_, fault, code, every) => {
    const tips = new Set<string>();
    for (const step of await steps(every)) {
      const dir = copy();
      await publish(dir, next, new FaultyFs(step, fault, code).fs).catch(() => undefined);
      tips.add(tipOf(dir));
      const found = git(dir, ['fsck', '--strict', '--no-dangling', '--no-progress']);
      expect(found, `step ${step}`).toBe('');
      await publish(dir, next);
      const index = await openIndex('branch:skills-index', { repo: dir });
      expect(index.artifact.source.commit).toBe(fixture.two.v2);
      expect(fsck(dir)).toBe('');
    }
    expect(tips).toContain(tipOf(seed));
    expect(tips.size).toBeLessThanOrEqual(2);
  },
);

test('a full disk is told as such', async () => {
  const step = (await allSteps()).indexOf('write') + 1;
  expect(await codeOf(publish(copy(), next, new FaultyFs(step, 'dead', 'ENOSPC').fs))).toBe('disk-full');
});

test('a process that is killed while it pushes leaves nothing half there, and the next one succeeds', async () => {
  const server = new GitHttpServer(fixture.temp.dir);
  const address = await server.listen();
  const remote = fixture.bare();
  const dir = copy();
  git(dir, ['remote', 'add', 'origin', address + remote.slice(fixture.temp.dir.length)]);
  const args = [CLI, 'publish', '--index', fixture.index.v2];
  const env = { PATH: process.env.PATH ?? '', GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.invalid' };
  try {
    const asked = new Promise<void>((resolve) => {
      server.behaviour.fault = (kind) => {
        if (kind === 'pack') resolve();
        return null;
      };
    });
    server.behaviour.delay = 300;
    const child = spawn(process.execPath, args, { cwd: dir, env });
    const ended = new Promise((resolve) => child.on('close', resolve));
    await Promise.race([asked, ended]);
    child.kill('SIGKILL');
    await ended;
    await wait(400);
    expect(['', tipOf(dir)]).toContain(tipOf(remote));
    expect([fsck(dir), fsck(remote)]).toEqual(['', '']);
    server.behaviour.delay = 0;
    const again = spawn(process.execPath, args, { cwd: dir, env });
    expect(await new Promise((resolve) => again.on('close', resolve))).toBe(0);
    expect(tipOf(remote)).toBe(tipOf(dir));
    expect(fsck(remote)).toBe('');
  } finally {
    await server.close();
  }
});
