import { USAGE_LIMITS } from '../../schema/usage/limits.js';
import { mergeRecords } from '../../schema/usage/merge-records.js';
import { readUsageFile, skillOfUsagePath, USAGE_FOLDER } from '../../schema/usage/records.js';
import type { UsageRecord } from '../../schema/usage/types.js';
import type { Repository } from '../git/repository.js';
import type { SkillIndex } from '../skill-index.js';
import { cleanTexts } from '../usage/fold/clean-texts.js';
import { type FoldedFolder, foldFolder } from '../usage/fold/fold-folder.js';
import { recorderId } from '../usage/fold/recorder-id.js';
import { skillFolders } from '../usage/fold/skill-folders.js';
import { toRecords } from '../usage/fold/to-records.js';
import type { UnansweredQuery } from './types.js';

/** Queries without an answer that are looked at. */
const MOST_SEARCHES = 1000;

/** Where use is recorded. */
export interface RecordPlaces {
  readonly repository: Repository;
  /** Commit whose `usage/` counts. */
  readonly commit: string;
  /** Folders of events on this machine, of this repository. */
  readonly folders: readonly string[];
}

/** What is known of the use of an index's skills. */
export interface KnownRecords {
  /** By the path of the skill in the index. */
  readonly records: ReadonlyMap<string, readonly UsageRecord[]>;
  /** Of this machine: searches are not proposed to the repository. */
  readonly unanswered: readonly UnansweredQuery[];
}

/**
 * The records of the repository and those that this machine's events make, joined: what was proposed from here counts
 * once. Secrets and personal data are taken out of texts.
 *
 * @param now milliseconds since 1970
 * @throws SkillgraftError `usage-recorder`, and what reading the repository throws
 */
export async function knownRecords(
  index: SkillIndex,
  { repository, commit, folders }: RecordPlaces,
  now: number,
): Promise<KnownRecords> {
  const folderOf = skillFolders([], index);
  const records = new Map<string, readonly UsageRecord[]>();
  const add = (skill: string, own: readonly UsageRecord[]): void => {
    records.set(skill, [...(records.get(skill) ?? []), ...own]);
  };
  for (const [folder, own] of await repositoryRecords(repository, commit)) {
    const skill = folderOf(folder);
    if (skill !== null) add(skill, own);
  }
  const unanswered: UnansweredQuery[] = [];
  for (const folder of folders) {
    const folded = await foldFolder(folder, now);
    unanswered.push(...folded.fold.searches.queries.slice(0, MOST_SEARCHES));
    for (const [skill, own] of await localRecords(folded, folderOf)) add(skill, own);
  }
  return {
    records: new Map([...records].map(([skill, own]) => [skill, mergeRecords(own)])),
    unanswered: await withoutSecrets(unanswered),
  };
}

async function repositoryRecords(
  repository: Repository,
  commit: string,
): Promise<(readonly [folder: string, records: readonly UsageRecord[]])[]> {
  const files = (await repository.tree(commit, USAGE_FOLDER)).flatMap(({ path, mode, oid }) => {
    const folder = skillOfUsagePath(path);
    return folder === null || !mode.startsWith('100') ? [] : [{ folder, oid }];
  });
  const blobs = await repository.blobs(files.map(({ oid }) => oid));
  return files.map(({ folder }, i) => [folder, recordsIn(blobs[i]!)] as const);
}

/** The build tells what is wrong with a file. */
function recordsIn(bytes: Uint8Array): readonly UsageRecord[] {
  if (bytes.length > USAGE_LIMITS.file) return [];
  const { records, problem } = readUsageFile(bytes);
  return problem === undefined || problem.kind === 'invalid-utf-8' ? records : [];
}

/** Under the id that this machine's records have in the repository. */
async function localRecords(
  { folder, fold }: FoldedFolder,
  folderOf: (skill: string) => string | null,
): Promise<ReadonlyMap<string, readonly UsageRecord[]>> {
  if (fold.skills.size === 0) return new Map();
  const recorder = await recorderId(folder);
  return (await toRecords(fold, { recorder, folderOf })).records;
}

/** Queries that become the same are one; one that looks like a secret all the same is left out. */
async function withoutSecrets(queries: readonly UnansweredQuery[]): Promise<UnansweredQuery[]> {
  if (queries.length === 0) return [];
  const cleaned = await cleanTexts(new Set(queries.map(({ query }) => query)), USAGE_LIMITS.query);
  const joined = new Map<string, UnansweredQuery>();
  for (const { query, rejected, empty } of queries) {
    const text = cleaned.get(query) ?? '';
    if (text === '') continue;
    const known = joined.get(text) ?? { query: text, rejected: 0, empty: 0 };
    joined.set(text, { query: text, rejected: known.rejected + rejected, empty: known.empty + empty });
  }
  return [...joined.values()];
}
