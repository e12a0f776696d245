import { createHash } from 'node:crypto';
import type { Finding } from '../../../schema/diagnostic.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { USAGE_FOLDER, usagePath } from '../../../schema/usage/records.js';
import type { UsageRecord } from '../../../schema/usage/types.js';
import type { Repository, TreeEntry } from '../../git/repository.js';
import { ATTRIBUTES_FILE } from '../../propose/git/check-request.js';
import {
  type FilesAnswer,
  type FilesOptions,
  type FilesPlan,
  type FilesRequest,
  proposeFiles,
} from '../../propose/propose-files.js';
import type { BaseFile } from '../../propose/types.js';
import { type FoldedFolder, foldFolder } from './fold-folder.js';
import { planUsage, type UsagePlan } from './plan-usage.js';
import { recorderId } from './recorder-id.js';
import { skillFolders } from './skill-folders.js';
import { type FoldedRecords, toRecords } from './to-records.js';
import { usageMessage, usageSums } from './usage-message.js';

/** How usage is proposed. */
export interface ProposeUsageOptions extends FilesOptions {
  /** Folders of events of this repository; each has its own recorder. */
  readonly folders: readonly string[];
}

/** What was counted and left out on the way, and what became of it. */
export interface UsageProposal {
  /** Null where the repository has it all. */
  readonly answer: FilesAnswer | null;
  /** Skills whose records change. */
  readonly skills: readonly string[];
  readonly folded: readonly FoldedFolder[];
  /** Events of folders that are no skill's, by folder. */
  readonly unknown: ReadonlyMap<string, number>;
  /** Events of indexes whose commit the repository does not have. */
  readonly rewritten: number;
  /** Texts from which something was taken out. */
  readonly changed: number;
  /** Texts that look like secrets all the same, and were left out. */
  readonly suspect: number;
  /** Records that the files have no room for. */
  readonly dropped: number;
  readonly findings: readonly Finding[];
}

/** Records of this machine, put together. */
type Gathered = Pick<UsageProposal, 'unknown' | 'rewritten' | 'changed' | 'suspect'> & {
  readonly records: ReadonlyMap<string, readonly UsageRecord[]>;
};

const NOTHING: Gathered = { records: new Map(), unknown: new Map(), rewritten: 0, changed: 0, suspect: 0 };
const NO_CHANGE: UsagePlan = { changes: [], skills: [], dropped: 0, findings: [] };

/**
 * Proposes the events of this machine as records in the repository's `usage/`: all of them each time, under an id of
 * their own, so that what was proposed before counts once, however it was merged. Secrets and personal data are taken
 * out of their texts.
 *
 * @throws SkillgraftError `usage-recorder`, `usage-in-the-way`, and what `proposeFiles` throws
 */
export async function proposeUsage(options: ProposeUsageOptions): Promise<UsageProposal> {
  const now = options.now?.() ?? Date.now();
  const folded: FoldedFolder[] = [];
  for (const folder of options.folders) folded.push(await foldFolder(folder, now));
  const used = folded.filter(({ fold }) => fold.skills.size > 0);
  const recorders: string[] = [];
  for (const { folder } of used) recorders.push(await recorderId(folder));
  const made: { gathered: Gathered; plan: UsagePlan } = { gathered: NOTHING, plan: NO_CHANGE };
  const request: FilesRequest = {
    // No skill's branches begin like that: their first part ends with a letter or a digit.
    folder: `usage_/${recorders[0]}-`,
    plan: async (repository, commit) => {
      const entries = await repository.tree(commit);
      refuseFile(entries);
      made.gathered = await gather(used, recorders, repository, entries, options);
      const { records } = made.gathered;
      made.plan = planUsage(records, await readFiles(repository, entries, records));
      return made.plan.changes.length === 0 ? null : filesPlan(made.plan, records, recorders);
    },
  };
  const answer = used.length === 0 ? null : await proposeFiles(request, options);
  const { unknown, rewritten, changed, suspect } = made.gathered;
  const { skills, dropped, findings } = made.plan;
  return { answer, skills, folded, unknown, rewritten, changed, suspect, dropped, findings };
}

/** @throws SkillgraftError `usage-in-the-way` */
function refuseFile(entries: readonly TreeEntry[]): void {
  if (!entries.some(({ path }) => path === USAGE_FOLDER)) return;
  throw new SkillgraftError(
    'usage-in-the-way',
    `The repository has a file ${USAGE_FOLDER}, where the folder of records goes.`,
    'Give that file another name.',
  );
}

async function gather(
  used: readonly FoldedFolder[],
  recorders: readonly string[],
  repository: Repository,
  entries: readonly TreeEntry[],
  { index }: ProposeUsageOptions,
): Promise<Gathered> {
  const folderOf = skillFolders(entries, index ?? null);
  const all: FoldedRecords[] = [];
  let rewritten = 0;
  for (const [i, { fold }] of used.entries()) {
    all.push(await toRecords(fold, { recorder: recorders[i]!, folderOf }));
    rewritten += await unknownCommits(repository, fold.commits);
  }
  const records = new Map<string, readonly UsageRecord[]>();
  const unknown = new Map<string, number>();
  for (const one of all) {
    for (const [skill, own] of one.records) records.set(skill, [...(records.get(skill) ?? []), ...own]);
    for (const [skill, count] of one.unknown) unknown.set(skill, (unknown.get(skill) ?? 0) + count);
  }
  const sum = (key: 'changed' | 'suspect') => all.reduce((total, one) => total + one[key], 0);
  return { records, unknown, rewritten, changed: sum('changed'), suspect: sum('suspect') };
}

/** Events of commits that the repository does not have: it was rewritten, or the clone is shallow. They count. */
async function unknownCommits(repository: Repository, commits: ReadonlyMap<string, number>): Promise<number> {
  let events = 0;
  for (const [commit, count] of commits) {
    const isThere = await repository.commit(commit).then(
      () => true,
      () => false,
    );
    if (!isThere) events += count;
  }
  return events;
}

/** The plain files that may change; null for a link and the like. */
async function readFiles(
  repository: Repository,
  entries: readonly TreeEntry[],
  records: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, BaseFile | null>> {
  const wanted = new Set([ATTRIBUTES_FILE, ...[...records.keys()].map(usagePath)]);
  const there = entries.filter(({ path }) => wanted.has(path));
  const plain = there.filter(({ mode }) => mode === '100644' || mode === '100755');
  const blobs = await repository.blobs(plain.map(({ oid }) => oid));
  const files = new Map<string, BaseFile | null>(there.map(({ path }) => [path, null]));
  for (const [i, { path, mode }] of plain.entries())
    files.set(path, { mode: mode as BaseFile['mode'], bytes: blobs[i]! });
  return files;
}

function filesPlan(
  { changes, skills }: UsagePlan,
  records: ReadonlyMap<string, readonly UsageRecord[]>,
  recorders: readonly string[],
): FilesPlan {
  const hash = createHash('sha256');
  for (const { path, after } of changes)
    hash
      .update(`${path}\0`)
      .update(after ?? '')
      .update('\0');
  const sums = usageSums(skills.flatMap((skill) => records.get(skill) ?? []));
  return { changes, name: hash.digest('hex').slice(0, 8), ...usageMessage(skills, sums, recorders) };
}
