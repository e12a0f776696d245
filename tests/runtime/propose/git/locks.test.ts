import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type LockOwner,
  ownerText,
  readOwner,
  thisOwner,
} from '../../../../runtime/propose/git/lock-owner.js';
import { writeProposal } from '../../../../runtime/propose/git/write-proposal.js';
import { endOf, startChild } from './child.js';
import { deadOwner, fastFolder, fsck, sampleRepo, sampleRequest } from './fixture.js';

const temp = fastFolder();
afterAll(() => temp.dispose());

let repos = 0;
function lockedRepo(text: string, writtenAt?: Date) {
  const { repo, base } = sampleRepo(join(temp.dir, `repo-${repos++}`));
  const lock = join(repo.dir, '.git/refs/heads/skillgraft/fix/a.lock');
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, text);
  if (writtenAt !== undefined) utimesSync(lock, writtenAt, writtenAt);
  return { repo, lock, request: sampleRequest(base) };
}

const beforeBoot = new Date(Date.now() - uptime() * 1000 - 60_000);
const isLinux = thisOwner('').started !== '';

describe('a lock whose owner is gone is cleared', () => {
  const cases: [string, () => LockOwner, Date?][] = [
    ['its process has ended', deadOwner],
    ['it is of this process, which does not hold it', () => thisOwner('not held')],
    ...(isLinux
      ? ([
          ['its process id belongs to a younger process', () => ({ ...thisOwner('reused'), started: '1' })],
          ['the machine was started anew since', () => ({ ...thisOwner('old'), boot: 'other' }), beforeBoot],
        ] as [string, () => LockOwner, Date?][])
      : []),
  ];
  it.each(cases)('%s', async (_name, owner, writtenAt) => {
    const { repo, lock, request } = lockedRepo(ownerText(owner()), writtenAt);
    const { ref, commit } = await writeProposal(repo.dir, request, { lockWaitMs: 0 });
    expect(repo.git('rev-parse', ref)).toBe(commit);
    expect(readdirSync(dirname(lock))).toEqual(['a']);
    expect(fsck(repo.dir)).toBe('');
  });

  it('also where the process that cleared it died too', async () => {
    const { repo, lock, request } = lockedRepo(ownerText(deadOwner()));
    writeFileSync(`${lock}.lock`, ownerText(deadOwner()));
    await writeProposal(repo.dir, request, { lockWaitMs: 0 });
    expect(readdirSync(dirname(lock))).toEqual(['a']);
  });
});

describe('any other lock is waited for, and refused with who holds it', () => {
  const cases: [string, string, string][] = [
    ['of another machine', ownerText({ ...deadOwner(), host: 'elsewhere' }), '"elsewhere"'],
    ['of another thread', ownerText({ ...thisOwner('x'), thread: 77 }), `process ${process.pid}`],
    [
      'of a process that runs',
      ownerText({ ...deadOwner(), pid: process.ppid, started: '' }),
      `${process.ppid}`,
    ],
    ['of git', '', 'another program'],
    ['with a broken text', 'skillgraft {"pid":"1"}\n', 'another program'],
    ['of another container', ownerText({ ...deadOwner(), space: 'pid:[1]' }), 'process'],
    ['of another machine of that name', ownerText({ ...deadOwner(), boot: 'other' }), 'process'],
  ];
  it.each(cases)('%s', async (_name, text, holder) => {
    const { repo, lock, request } = lockedRepo(text);
    const started = Date.now();
    const refusal = writeProposal(repo.dir, request, { lockWaitMs: 60 });
    await expect(refusal).rejects.toMatchObject({
      code: 'ref-locked',
      message: expect.stringContaining(holder),
    });
    expect(Date.now() - started).toBeGreaterThanOrEqual(60);
    expect(readFileSync(lock, 'utf8')).toBe(text);
    expect(repo.git('for-each-ref', 'refs/heads/skillgraft')).toBe('');
    expect(fsck(repo.dir)).toBe('');
  });
});

it('a process that holds the lock keeps others out as long as it lives, and no longer', async () => {
  const { repo, base } = sampleRepo(join(temp.dir, 'hanging'));
  const request = sampleRequest(base);
  const child = startChild({ dir: repo.dir, saves: [request], hangBefore: '/fix/a' });
  const end = endOf(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const lock = join(repo.dir, '.git/refs/heads/skillgraft/fix/a.lock');
  expect(readOwner(readFileSync(lock, 'utf8'))).toMatchObject({ pid: child.pid });
  const other = { ...request, message: 'Another one\n' };
  await expect(writeProposal(repo.dir, other, { lockWaitMs: 50 })).rejects.toMatchObject({
    code: 'ref-locked',
    message: expect.stringContaining(`process ${child.pid} on`),
  });
  child.kill('SIGKILL');
  expect((await end).signal).toBe('SIGKILL');
  expect(await writeProposal(repo.dir, other, { lockWaitMs: 0 })).toMatchObject({ existed: false });
  expect(existsSync(lock)).toBe(false);
  expect(fsck(repo.dir)).toBe('');
});

it('names a lock that keeps git out where git writes (sha256)', async () => {
  const { repo, base } = sampleRepo(join(temp.dir, 'sha256'), ['--object-format=sha256']);
  const lock = join(repo.dir, '.git/refs/heads/skillgraft/fix/a.lock');
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, '');
  await expect(writeProposal(repo.dir, sampleRequest(base), { lockWaitMs: 50 })).rejects.toMatchObject({
    code: 'ref-locked',
    message: expect.stringContaining(lock),
  });
  expect(repo.git('for-each-ref', 'refs/heads/skillgraft')).toBe('');
});

it('waits for a lock that is given back', async () => {
  const { repo, base } = sampleRepo(join(temp.dir, 'waiting'));
  const saves = Array.from({ length: 5 }, (_, i) => sampleRequest(base, { message: `Save ${i}\n` }));
  const written = await Promise.all(saves.map((save) => writeProposal(repo.dir, save)));
  expect(new Set(written.map(({ ref }) => ref)).size).toBe(5);
  expect(fsck(repo.dir)).toBe('');
});
