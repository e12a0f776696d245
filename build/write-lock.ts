import { join } from 'node:path';
import { SkillgraftError } from '../schema/errors.js';
import type { WriteFs } from './write-fs.js';

const STAGE_FOLDER = '.stage';
const OWNER_FILE = '.owner';
/** A stage before it has the lock, or after: process id, and a number in that process. */
const OWN_STAGE = /^\.stage-(\d+)-\d+(?:-dead)?$/;

/** The folder that a write stages its files in, which is the lock too. */
export interface Stage {
  readonly folder: string;
  /** Gives the lock back and removes the folder. Never rejects: what is left is cleared by the next write. */
  release(): Promise<void>;
}

/** Stages of this process that are at work, by their own path. */
const held = new Set<string>();
let stages = 0;

/**
 * Makes the folder that a write stages its files in. It is made under a name of its own, with its owner's name inside,
 * and then renamed: that is the lock, so two builds never write into one folder at once. A stage whose process is gone
 * is cleared.
 *
 * @throws SkillgraftError `out-busy` where another build is at work
 */
export async function lockStage(folder: string, fs: WriteFs): Promise<Stage> {
  stages += 1;
  const name = `${STAGE_FOLDER}-${process.pid}-${stages}`;
  const own = join(folder, name);
  const stage = join(folder, STAGE_FOLDER);
  held.add(own);
  try {
    await fs.removeTree(own);
    await fs.mkdirNew(own);
    await fs.writeFile(join(own, OWNER_FILE), new TextEncoder().encode(name), false);
    await takeLock(folder, own, fs);
  } catch (error) {
    await fs.removeTree(own).catch(() => undefined);
    held.delete(own);
    throw error;
  }
  await clearLeftStages(folder, fs).catch(() => undefined);
  const release = async (): Promise<void> => {
    await fs
      .rename(stage, own)
      .then(() => fs.removeTree(own))
      .catch(() => undefined);
    held.delete(own);
  };
  return { folder: stage, release };
}

async function takeLock(folder: string, own: string, fs: WriteFs): Promise<void> {
  const stage = join(folder, STAGE_FOLDER);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await renamed(own, stage, fs)) return;
    const owner = await ownerOf(stage, fs);
    if (isAtWork(folder, owner)) throw busy(owner, stage);
    const dead = `${own}-dead`;
    if (!(await renamed(stage, dead, fs))) continue;
    const taken = await ownerOf(dead, fs);
    if (taken !== owner) {
      // Another build cleared the dead stage and took the lock since it was looked at: it gets its own back.
      await fs.rename(dead, stage);
      throw busy(taken, stage);
    }
    await fs.removeTree(dead);
  }
  throw busy('', stage);
}

/** False where the target is taken or the source is gone. */
async function renamed(from: string, to: string, fs: WriteFs): Promise<boolean> {
  try {
    await fs.rename(from, to);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isTaken = ['EEXIST', 'ENOTEMPTY', 'ENOENT'].includes(code) || (code === 'EPERM' && isWindows());
    if (isTaken) return false;
    throw error;
  }
}

function isWindows(): boolean {
  return process.platform === 'win32';
}

/** Name of the stage's owner; empty where it has none. */
async function ownerOf(stage: string, fs: WriteFs): Promise<string> {
  return fs.readFile(join(stage, OWNER_FILE)).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  );
}

function isAtWork(folder: string, owner: string): boolean {
  const pid = Number(OWN_STAGE.exec(owner)?.[1] ?? 0);
  if (pid === 0) return false;
  return pid === process.pid ? held.has(join(folder, owner.replace(/-dead$/, ''))) : isAlive(pid);
}

async function clearLeftStages(folder: string, fs: WriteFs): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    if (OWN_STAGE.test(name) && !isAtWork(folder, name)) await fs.removeTree(join(folder, name));
  }
}

function busy(owner: string, stage: string): SkillgraftError {
  const pid = OWN_STAGE.exec(owner)?.[1];
  return new SkillgraftError(
    'out-busy',
    `Another build${pid === undefined ? '' : ` (process ${pid})`} is writing into this folder.`,
    `Wait for it, or remove ${stage} if no build is running.`,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
