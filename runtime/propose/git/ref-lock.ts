import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AtomicFiles } from './atomic-files.js';
import { isGone, type LockOwner, ownerText, readOwner, thisOwner } from './lock-owner.js';
import { refLocked } from './write-errors.js';
import { errnoOf } from './write-fs.js';

/** Locks that this thread holds now. */
const held = new Set<string>();
/** Clearing a dead lock takes a lock of its own, and so on. */
const DEEPEST = 3;

/**
 * Does a job under `<path>.lock`, the name by which git locks refs too. A lock of a process that is gone is cleared;
 * any other is waited for.
 *
 * @param waitMs how long to wait, in milliseconds
 * @throws SkillgraftError `ref-locked`, naming the owner
 */
export async function withRefLock<T>(
  files: AtomicFiles,
  path: string,
  waitMs: number,
  job: () => Promise<T>,
): Promise<T> {
  return withLock(files, `${path}.lock`, Date.now() + waitMs, 1, job);
}

async function withLock<T>(
  files: AtomicFiles,
  lock: string,
  deadline: number,
  depth: number,
  job: () => Promise<T>,
): Promise<T> {
  const nonce = randomBytes(9).toString('base64url');
  held.add(nonce);
  let taken = false;
  try {
    await take(files, lock, thisOwner(nonce), deadline, depth);
    taken = true;
    return await job();
  } finally {
    held.delete(nonce);
    // The job is done by now: a lock that stays is cleared by the next one, as `held` lacks it.
    if (taken) await files.remove(lock).catch(() => {});
  }
}

async function take(
  files: AtomicFiles,
  lock: string,
  owner: LockOwner,
  deadline: number,
  depth: number,
): Promise<void> {
  const data = Buffer.from(ownerText(owner));
  for (;;) {
    try {
      return await files.write(lock, data, 0o666, 'create');
    } catch (error) {
      const code = errnoOf(error);
      // Git takes away folders that become empty.
      if (code === 'ENOENT' && Date.now() < deadline) await files.makeFolder(dirname(lock));
      else if (code !== 'EEXIST') throw error;
    }
    const found = await look(lock);
    if (found === null) continue;
    if (found.isGone && depth < DEEPEST) await clear(files, lock, found.owner, deadline, depth);
    else if (Date.now() >= deadline) throw refLocked(lock, found.owner);
    else await wait(5 + Math.random() * 20);
  }
}

/** Takes away a dead lock; under a lock, as two that saw it dead could take away a third one's fresh lock. */
async function clear(
  files: AtomicFiles,
  lock: string,
  dead: LockOwner | null,
  deadline: number,
  depth: number,
): Promise<void> {
  await withLock(files, `${lock}.lock`, deadline, depth + 1, async () => {
    const found = await look(lock);
    if (found?.isGone && found.owner?.nonce === dead?.nonce) await files.remove(lock);
  });
}

/** Whose lock it is; null where there is none. */
async function look(lock: string): Promise<{ owner: LockOwner | null; isGone: boolean } | null> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(lock, 'utf8'), stat(lock)]);
    const owner = readOwner(text);
    return { owner, isGone: owner !== null && isGone(owner, mtimeMs, held) };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}
