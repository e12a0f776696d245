import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codePointLength, nfc } from '../../schema/text.js';
import type { UsageEvent } from '../../schema/usage/event.js';
import { USAGE_LIMITS } from '../../schema/usage/limits.js';
import { makeFolder } from '../files/make-folder.js';

/** How queries are kept: as text, as a salted hash, or not at all. */
export const QUERY_FORMS = ['on', 'hashed', 'off'] as const;
export type QueryForm = (typeof QUERY_FORMS)[number];

const SALT = 'salt';
/** Code units that are looked at of a text, however long it is. */
const LOOKED_AT = 16_384;

/**
 * A query as events keep it; nothing where there is no word in it.
 *
 * @param folder of the repository's events, where its salt lies
 * @throws the system's error where there is no salt and none can be written
 */
export function keptQuery(
  text: string | undefined,
  form: QueryForm,
  folder: string,
): Pick<UsageEvent, 'query' | 'queryHash'> {
  const query = form === 'off' ? '' : boundedLine(text ?? '', USAGE_LIMITS.query);
  if (query === '') return {};
  if (form === 'on') return { query };
  return { queryHash: createHash('sha256').update(saltIn(folder)).update(query).digest('hex') };
}

/** Text in NFC on one line, without controls, and cut to a number of code points. */
export function boundedLine(text: string, longest: number): string {
  const line = nfc(text.slice(0, LOOKED_AT).toWellFormed())
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return codePointLength(line) <= longest ? line : Array.from(line).slice(0, longest).join('').trim();
}

/** One salt for all processes that record for a repository: the first one's, which is there as a whole or not at all. */
function saltIn(folder: string): string {
  const path = join(folder, SALT);
  if (!existsSync(path)) writeOnce(path, randomBytes(32).toString('hex'));
  return readFileSync(path, 'utf8');
}

/** Writes a file that is there as a whole or not at all; one that is there stays. */
export function writeOnce(path: string, text: string): void {
  const temporary = `${path}.${process.pid}-${randomUUID()}`;
  makeFolder(dirname(path));
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 });
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
