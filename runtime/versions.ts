import { SkillgraftError } from '../schema/errors.js';
import { resourceUri } from '../schema/format.js';
import type { SkillEntry } from '../schema/index.types.js';
import type { FileView } from './content.js';
import type { CommitDetails, Repository, TreeEntry } from './git/repository.js';
import { lineageReason } from './lineage-reason.js';
import { historyFolder, type LineageAnswer, type VersionView } from './lineage-view.js';
import { mainlineAt, readDate } from './mainline.js';

/** Files of a skill as a commit had them, read from the repository. */
export interface OldSkill {
  readonly commit: string;
  /** Committer date of that commit, Unix seconds. */
  readonly committedAt: number;
  /** The version's number, where a version of the skill was asked for or fits. */
  readonly version: number | null;
  /** Folder at that commit. */
  readonly path: string;
  readonly files: readonly (FileView & { readonly bytes: Uint8Array })[];
}

/** How an older version is named: its number, a commit (full, abbreviated or a ref), or a date (ISO 8601). */
export type VersionWish =
  | { readonly kind: 'current' }
  | { readonly kind: 'version'; readonly version: VersionView }
  | { readonly kind: 'commit'; readonly ref: string }
  /** What the main line of `head` had at `at`, milliseconds since 1970. */
  | { readonly kind: 'date'; readonly at: number; readonly head: string; readonly text: string };

/** The commit that an index is of. */
export interface IndexedCommit {
  readonly commit?: string;
  /** ISO 8601. */
  readonly committedAt?: string;
}

/**
 * Decides what a caller means by `3`, `v3`, `2026-01-31` or a commit. A date means what the main line had at its end:
 * a version of a branch that was merged later is not what anybody read then.
 *
 * @throws SkillgraftError `version-unknown`, naming those that there are
 */
export function chooseVersion(wish: string, lineage: LineageAnswer, indexed: IndexedCommit): VersionWish {
  const text = wish.trim();
  if (text === '' || text === 'latest' || text === 'current') return { kind: 'current' };
  const at = readDate(text);
  if (at !== undefined) return atDate(text, at, lineage, indexed);
  const number = /^v?(\d{1,6})$/.exec(text);
  if (number === null) return atCommit(text, lineage, indexed.commit);
  const version = atNumber(Number(number[1]), lineage);
  if (version === undefined) throw unknownVersion(text, lineage);
  return version === lineage.versions.at(-1) ? { kind: 'current' } : { kind: 'version', version };
}

function atDate(text: string, at: number, lineage: LineageAnswer, indexed: IndexedCommit): VersionWish {
  const { commit, committedAt } = indexed;
  if (commit === undefined || committedAt === undefined || Number.isNaN(at))
    throw unknownVersion(text, lineage);
  if (at >= Date.parse(committedAt)) return { kind: 'current' };
  return { kind: 'date', at, head: commit, text };
}

/** A commit of a version is that version, but its other files are those of the commit, so that it is still read. */
function atCommit(ref: string, { versions }: LineageAnswer, head: string | undefined): VersionWish {
  const isOf = (commit: string): boolean => ref.length >= 4 && commit.startsWith(ref.toLowerCase());
  if (head !== undefined && ref.length >= 7 && isOf(head)) return { kind: 'current' };
  const [version, ...more] = versions.filter(({ commit }) => isOf(commit));
  return version === undefined || more.length > 0 ? { kind: 'commit', ref } : { kind: 'version', version };
}

/** Versions are counted from the first one; where that is not known, none has a number. */
function atNumber(number: number, lineage: LineageAnswer): VersionView | undefined {
  return lineage.truncated ? undefined : lineage.versions.find(({ version }) => version === number);
}

function unknownVersion(wish: string, lineage: LineageAnswer): SkillgraftError {
  return new SkillgraftError(
    'version-unknown',
    `${lineage.path} has no version ${wish.slice(0, 100).toWellFormed()}: ${knownVersions(lineage)}.`,
    lineage.truncated || lineage.versions.length === 0
      ? 'Name a commit, or leave the version out.'
      : `Name one that there is, or a commit; \`skillgraft log ${lineage.path}\` lists them.`,
  );
}

function knownVersions({ versions, truncated, reason, status }: LineageAnswer): string {
  const [first, last] = [versions[0], versions.at(-1)];
  if (first === undefined || last === undefined)
    return `its history is not known (${lineageReason(reason ?? status)})`;
  if (truncated) {
    return `its history is known since ${first.date} only (${lineageReason(reason ?? status)}), so that versions have no number`;
  }
  if (first === last) return `it has version 1 of ${first.date} only`;
  return `it has versions 1 to ${last.version}, from ${first.date} to ${last.date}`;
}

/**
 * Reads a skill's folder at a commit.
 *
 * @throws SkillgraftError `version-unknown` where the commit has no such skill
 */
export async function readOldSkill(
  repository: Repository,
  skill: SkillEntry,
  wish: Exclude<VersionWish, { kind: 'current' }>,
  lineage: LineageAnswer,
  digest: (bytes: Uint8Array) => string | Promise<string>,
): Promise<OldSkill> {
  const commit = await commitOf(repository, wish);
  if (commit === null) throw unknownVersion(wish.kind === 'date' ? wish.text : '', lineage);
  const folders = wish.kind === 'version' ? [wish.version.path] : [historyFolder(skill), ...lineage.formerly];
  for (const folder of folders) {
    const entries = (await repository.tree(commit.id, folder)).filter((entry) => entry.mode !== '160000');
    const document = entries.find((entry) => entry.path === inFolder(folder, 'SKILL.md'));
    if (document === undefined) continue;
    const files = await readFiles(repository, skill, folder, entries, digest);
    const version = versionOf(wish, document.oid, lineage);
    return { commit: commit.id, committedAt: commit.committedAt, version, path: folder, files };
  }
  throw new SkillgraftError(
    'version-unknown',
    `Commit ${commit.id}${wish.kind === 'date' ? `, where the main line stood on ${wish.text},` : ''} has no skill at ${folders.join(' or ')}: ${knownVersions(lineage)}.`,
    'Name a version or a commit that has it.',
  );
}

async function commitOf(
  repository: Repository,
  wish: Exclude<VersionWish, { kind: 'current' }>,
): Promise<CommitDetails | null> {
  if (wish.kind === 'date') return mainlineAt(repository, wish.head, wish.at);
  return repository.commit(
    await repository.resolve(wish.kind === 'version' ? wish.version.commit : wish.ref),
  );
}

/** The version that was asked for, or the only one that has this SKILL.md. */
function versionOf(wish: VersionWish, blob: string, { versions }: LineageAnswer): number | null {
  if (wish.kind === 'version') return wish.version.version;
  if (wish.kind === 'date') {
    const stood = versions.findLast((one) => one.blob === blob && Date.parse(one.date) <= wish.at);
    return stood?.version ?? null;
  }
  const [version, ...more] = versions.filter((candidate) => candidate.blob === blob);
  return version === undefined || more.length > 0 ? null : version.version;
}

async function readFiles(
  repository: Repository,
  skill: SkillEntry,
  folder: string,
  entries: readonly TreeEntry[],
  digest: (bytes: Uint8Array) => string | Promise<string>,
): Promise<OldSkill['files']> {
  const blobs = await repository.blobs(entries.map((entry) => entry.oid));
  const files = entries.map(async (entry, i) => {
    const path = folder === '.' ? entry.path : entry.path.slice(folder.length + 1);
    const bytes = blobs[i]!;
    return {
      path,
      uri: resourceUri(skill.uri, path),
      digest: await digest(bytes),
      size: bytes.length,
      ...(entry.mode === '100755' ? { executable: true as const } : {}),
      bytes,
    };
  });
  return Promise.all(files);
}

function inFolder(folder: string, name: string): string {
  return folder === '.' ? name : `${folder}/${name}`;
}
