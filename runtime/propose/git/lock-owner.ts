import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { threadId } from 'node:worker_threads';

/** Who holds a lock. Empty texts: the system does not say. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** The machine's run since it was switched on. */
  readonly boot: string;
  /** Name space that the process id belongs to (a container has its own). */
  readonly space: string;
  /** When the process began, in ticks since the boot. */
  readonly started: string;
  readonly thread: number;
  /** Tells this lock from every other. */
  readonly nonce: string;
}

/** This process and thread as the owner of a lock. */
export function thisOwner(nonce: string): LockOwner {
  return { ...HERE(), pid: process.pid, started: processStart(process.pid) ?? '', thread: threadId, nonce };
}

/** Text of a lock file. */
export function ownerText(owner: LockOwner): string {
  return `skillgraft ${JSON.stringify(owner)}\n`;
}

/** Reads a lock file; null for a lock of another program, or one that is not filled yet. */
export function readOwner(text: string): LockOwner | null {
  const json = /^skillgraft (\{.*\})\n$/.exec(text)?.[1];
  if (json === undefined) return null;
  try {
    const { pid, host, boot, space, started, thread, nonce } = JSON.parse(json) as Record<string, unknown>;
    const texts = [host, boot, space, started, nonce].map(String) as [string, string, string, string, string];
    if (!Number.isSafeInteger(pid) || (pid as number) <= 0) return null;
    return {
      pid: pid as number,
      host: texts[0],
      boot: texts[1],
      space: texts[2],
      started: texts[3],
      thread: Number(thread),
      nonce: texts[4],
    };
  } catch {
    return null;
  }
}

/**
 * True only where the owner is known to be gone: its process has ended, or the machine was started anew since the
 * lock was written, or it is this thread, which does not hold it (`held`). Of other machines nothing is known.
 *
 * @param writtenAt when the lock file was written, Unix milliseconds
 */
export function isGone(owner: LockOwner, writtenAt: number, held: ReadonlySet<string>): boolean {
  const here = HERE();
  if (owner.host !== here.host) return false;
  // Another machine may have the same name: its lock would be younger than our boot.
  if (owner.boot !== here.boot) return writtenAt < Date.now() - uptime() * 1000;
  if (owner.space !== here.space) return false;
  const started = processStart(owner.pid);
  if (owner.pid === process.pid && owner.started === (started ?? '')) {
    return owner.thread === threadId && !held.has(owner.nonce);
  }
  if (!isRunning(owner.pid)) return true;
  return started !== null && owner.started !== '' && started !== owner.started;
}

const HERE = () => ({
  host: hostname(),
  boot: textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  space: textOf(() => readlinkSync('/proc/self/ns/pid')),
});

function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Fields of `/proc/PID/stat` behind the program's name; null where there is no such file. */
function processStat(pid: number): string[] | null {
  const text = textOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return text === '' ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function processStart(pid: number): string | null {
  return processStat(pid)?.[19] ?? null;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: unknown }).code !== 'ESRCH';
  }
  const state = processStat(pid)?.[0];
  return state !== 'Z' && state !== 'X';
}
