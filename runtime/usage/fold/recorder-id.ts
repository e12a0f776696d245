import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SkillgraftError } from '../../../schema/errors.js';
import { RECORDER_ID } from '../../../schema/usage/line.js';
import { writeOnce } from '../query-form.js';

const FILE = 'recorder';

/**
 * The id under which a folder's events are counted: random, the first one that was written, the same from then on.
 *
 * @throws SkillgraftError `usage-recorder` where it cannot be read or written
 */
export async function recorderId(folder: string): Promise<string> {
  const path = join(folder, FILE);
  const there = await readFile(path, 'utf8').catch(() => null);
  if (there !== null) return checked(there, path);
  try {
    writeOnce(path, `${randomBytes(8).toString('hex')}\n`);
    return checked(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof SkillgraftError) throw error;
    throw new SkillgraftError(
      'usage-recorder',
      `${path} cannot be written: ${(error as Error).message}.`,
      'Make its folder writable: without it the same events would be counted anew each time.',
      { cause: error },
    );
  }
}

function checked(text: string, path: string): string {
  const id = text.trim();
  if (RECORDER_ID.test(id)) return id;
  throw new SkillgraftError(
    'usage-recorder',
    `${path} holds no id of 16 hex digits.`,
    'Put back the one that stands in your earlier proposals; without any, remove the whole folder.',
  );
}
