import { join } from 'node:path';
import { SkillgraftError } from '../schema/errors.js';
import type { WriteFs } from './write-fs.js';

const STAGE_FOLDER = '.stage';
const OWNER_FILE = '.owner';

/**
 * Makes the folder that a write stages its files in. Making it is the lock: two builds never write into one folder at
 * once. A stage whose process is gone is cleared.
 *
 * @throws SkillgraftError `out-busy` where another build is at work
 */
export async function lockStage(folder: string, fs: WriteFs): Promise<string> {
  const stage = join(folder, STAGE_FOLDER);
  try {
    await fs.mkdirNew(stage);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await clearDeadStage(stage, fs);
    await fs.mkdirNew(stage);
  }
  try {
    await fs.writeFile(join(stage, OWNER_FILE), new TextEncoder().encode(String(process.pid)), false);
  } catch (error) {
    await fs.removeTree(stage);
    throw error;
  }
  return stage;
}

async function clearDeadStage(stage: string, fs: WriteFs): Promise<void> {
  const owner = await fs.readFile(join(stage, OWNER_FILE)).then(
    (bytes) => Number(new TextDecoder().decode(bytes)),
    () => 0,
  );
  if (owner > 0 && owner !== process.pid && isAlive(owner)) {
    throw new SkillgraftError(
      'out-busy',
      `Another build (process ${owner}) is writing into this folder.`,
      `Wait for it, or remove ${stage} if no build is running.`,
    );
  }
  await fs.removeTree(stage);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
