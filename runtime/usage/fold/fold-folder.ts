import { SkillgraftError } from '../../../schema/errors.js';
import { readEvents, type UnreadLog } from '../read-events.js';
import { UsageFold } from './fold-events.js';

const DAY_MS = 86_400_000;

/** The events of one folder, counted. */
export interface FoldedFolder {
  readonly folder: string;
  readonly fold: UsageFold;
  readonly unread: readonly UnreadLog[];
}

/** A moment's day in UTC, such as `2026-01-31`. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/**
 * Counts the events of a folder. Other time zones and clocks may be a day ahead, and not more.
 *
 * @throws SkillgraftError `usage-file` where the folder cannot be read
 */
export async function foldFolder(folder: string, now: number): Promise<FoldedFolder> {
  const fold = new UsageFold(dayOf(now + DAY_MS));
  const unread = await readEvents(folder, (event) => fold.add(event)).catch(
    (error: NodeJS.ErrnoException) => {
      const message = `${folder} cannot be read: ${error.code ?? error.message}.`;
      throw new SkillgraftError('usage-file', message, 'It has to be a folder that its user may read.', {
        cause: error,
      });
    },
  );
  return { folder, fold, unread };
}
