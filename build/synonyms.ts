import { posix } from 'node:path';
import { readJson } from '../runtime/config/json-reader.js';
import { SYNONYMS_FILE } from '../runtime/config/settings.js';
import { synonymsUnread } from '../schema/build-kinds.js';
import { type Finding, type FindingArgs, finding } from '../schema/diagnostic.js';
import type { SynonymTable } from '../schema/index.types.js';
import { parseSynonyms } from '../schema/synonyms.js';
import { decodeUtf8 } from '../schema/text.js';
import type { Snapshot } from './git/snapshot.js';
import type { BuildSettings } from './options.js';

/** The synonyms of a repository, and what is wrong with their file. */
export interface BuiltSynonyms {
  /** Undefined where there are none. */
  readonly table: SynonymTable | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Reads the file of synonyms from what is built, a commit or the files on disk. One that the setting names and that is
 * not there is a finding; where nothing is named, the usual file may be absent.
 */
export async function readSynonyms(
  snapshot: Snapshot,
  { synonyms: named }: BuildSettings,
): Promise<BuiltSynonyms> {
  const path = posix.normalize(named ?? SYNONYMS_FILE);
  if (posix.isAbsolute(path) || path.startsWith('../')) return unread(path, { reason: 'outside' });
  const entry = snapshot.entries.find((one) => one.path === path);
  if (entry === undefined) {
    return named === undefined ? { table: undefined, findings: [] } : unread(path, { reason: 'missing' });
  }
  if (!entry.mode.startsWith('100')) return unread(path, { reason: 'not-a-file' });
  const { text, problem } = decodeUtf8(await snapshot.read(entry));
  if (problem !== undefined) return unread(path, { reason: problem.kind }, problem);
  const { table, findings } = parseSynonyms(text, path, readJson);
  return { table: Object.keys(table).length === 0 ? undefined : table, findings };
}

function unread(path: string, args: FindingArgs, at = { line: 1, column: 1 }): BuiltSynonyms {
  return { table: undefined, findings: [finding(synonymsUnread, path, at, args)] };
}
