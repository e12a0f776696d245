import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readUsageEvent, type UsageEvent } from '../../schema/usage/event.js';

/** Behind the name of a log, in its file's name. */
export const LOG_ENDING = '.jsonl';

/** What could not be read of a log. */
export interface UnreadLog {
  /** Name of its file. */
  readonly file: string;
  /** Lines that are no events of this log, such as the last one of a process that was killed. */
  readonly lines: number;
  /** Code of what ended the reading before the log's end; null where it was read to its end. */
  readonly error: string | null;
}

/** No event is as long, in UTF-16 code units. */
const LONGEST_LINE = 65_536;

/** Names of the logs' files in a folder, in the order in which they were begun. Empty where there is no folder. */
async function logsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(LOG_ENDING)).sort();
}

/**
 * Reads all events of a folder, log by log, each in the order in which it was written; processes may go on to write. An
 * event is taken once, even where a log was copied or a line stands twice.
 *
 * @param take is called with each, and not waited for
 * @returns the logs that could not be read as a whole
 * @throws the system's error where the folder is there and cannot be read
 */
export async function readEvents(folder: string, take: (event: UsageEvent) => void): Promise<UnreadLog[]> {
  const unread: UnreadLog[] = [];
  for (const file of await logsIn(folder)) {
    const { lines, error } = await readLog(join(folder, file), file.slice(0, -LOG_ENDING.length), take);
    if (lines > 0 || error !== null) unread.push({ file, lines, error });
  }
  return unread;
}

async function readLog(
  path: string,
  name: string,
  take: (event: UsageEvent) => void,
): Promise<Omit<UnreadLog, 'file'>> {
  let lines = 0;
  let last = 0;
  const read = (line: string): void => {
    if (line === '') return;
    const event = line.length > LONGEST_LINE ? null : readUsageEvent(line);
    const number = event === null ? 0 : numberIn(event.id, name);
    if (event !== null && number > last) {
      last = number;
      take(event);
    } else lines += 1;
  };
  let rest = '';
  try {
    for await (const chunk of createReadStream(path, 'utf8')) {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop()!.slice(0, LONGEST_LINE + 1);
      for (const line of parts) read(line);
    }
  } catch (error) {
    return { lines, error: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
  // What is being written at this moment is taken the next time, by whoever reads it all again.
  read(rest);
  return { lines, error: null };
}

/** The number of an event in a log; 0 for one of another log. */
function numberIn(id: string, name: string): number {
  return id.startsWith(`${name} `) ? Number(id.slice(name.length + 1)) || 0 : 0;
}
