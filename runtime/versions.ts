import { SkillgraftError } from '../schema/errors.js';
import { resourceUri } from '../schema/format.js';
import type { SkillEntry } from '../schema/index.types.js';
import type { FileView } from './content.js';
import type { Repository, TreeEntry } from './git/repository.js';
import type { LineageAnswer, VersionView } from './lineage-view.js';

/** Files of a skill as a commit had them, read from the repository. */
export interface OldSkill {
  readonly commit: string;
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
  | { readonly kind: 'commit'; readonly ref: string };

/**
 * Decides what a caller means by `3`, `v3`, `2026-01-31` or a commit. A date means the version that stood at its end.
 *
 * @throws SkillgraftError `version-unknown`, naming those that there are
 */
export function chooseVersion(wish: string, lineage: LineageAnswer): VersionWish {
  const { versions } = lineage;
  const latest = versions.at(-1);
  const text = wish.trim();
  if (text === '' || text === 'latest' || text === 'current') return { kind: 'current' };
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return { kind: 'version', version: atDate(text, lineage) };
  const number = /^v?(\d{1,6})$/.exec(text);
  if (number === null) return { kind: 'commit', ref: text };
  const version = versions.find((candidate) => candidate.version === Number(number[1]));
  if (version === undefined) throw unknownVersion(text, lineage);
  return version === latest && !lineage.truncated ? { kind: 'current' } : { kind: 'version', version };
}

function atDate(text: string, lineage: LineageAnswer): VersionView {
  const end = Date.parse(text.length === 10 ? `${text}T23:59:59Z` : text);
  if (Number.isNaN(end)) throw unknownVersion(text, lineage);
  const version = lineage.versions.findLast((candidate) => Date.parse(candidate.date) <= end);
  if (version === undefined) throw unknownVersion(text, lineage);
  return version;
}

function unknownVersion(wish: string, lineage: LineageAnswer): SkillgraftError {
  const { versions } = lineage;
  const known =
    versions.length === 0
      ? `its history is not known (${lineage.reason ?? lineage.status})`
      : `it has versions 1 to ${versions.length}, from ${versions[0]!.date} to ${versions.at(-1)!.date}`;
  return new SkillgraftError(
    'version-unknown',
    `${lineage.path} has no version ${wish}: ${known}.`,
    `See \`skillgraft log ${lineage.path}\`, or name a commit.`,
  );
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
  const commit = await repository.resolve(wish.kind === 'version' ? wish.version.commit : wish.ref);
  const folders = wish.kind === 'version' ? [wish.version.path] : [skill.path, ...lineage.formerly];
  for (const folder of folders) {
    const entries = (await repository.tree(commit, folder)).filter((entry) => entry.mode !== '160000');
    if (!entries.some((entry) => entry.path === inFolder(folder, 'SKILL.md'))) continue;
    const files = await readFiles(repository, skill, folder, entries, digest);
    return { commit, version: wish.kind === 'version' ? wish.version.version : null, path: folder, files };
  }
  throw new SkillgraftError(
    'version-unknown',
    `Commit ${commit} has no skill at ${folders.join(' or ')}.`,
    `See \`skillgraft log ${skill.path}\` for the commits that have it.`,
  );
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
