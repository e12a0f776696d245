import { dirname } from 'node:path';
import { SkillgraftError } from '../schema/errors.js';
import type { Artifact, SkillEntry } from '../schema/index.types.js';
import { type FileView, filesOfSkill, readResource } from './content.js';
import type { ArtifactFiles } from './files/files.js';
import type { LineageAnswer } from './lineage-view.js';
import { GLOBAL_REPO } from './search/filter.js';
import type { Notice, SkillContent, SkillFile, SkillSummary } from './types.js';
import { type OldSkill, readOldSkill, type VersionWish } from './versions.js';

/** What is known of a skill before its files are read. */
export interface ContentContext {
  readonly skill: SkillEntry;
  readonly summary: SkillSummary;
  readonly history: LineageAnswer;
  readonly notices: readonly Notice[];
  readonly files: ArtifactFiles;
  readonly source: Artifact['source'];
}

/** A skill as the artifact holds it. */
export async function currentContent(context: ContentContext): Promise<SkillContent> {
  const { skill, summary, history } = context;
  const document = skill.resources[0]!;
  const { bodyOf } = await import('./skill-body.js');
  return {
    ...summary,
    uri: skill.uri,
    digest: document.digest,
    commit: context.source.commit ?? null,
    created: history.created ?? skill.metadata.created ?? null,
    updated: history.updated ?? skill.metadata.lastModified ?? null,
    metadata: skill.metadata,
    frontmatter: skill.frontmatter,
    history,
    files: filesOfSkill(skill),
    body: bodyOf(await readResource(context.files, document), skill.path),
    notices: context.notices,
  };
}

/** A skill as a commit of the repository had it. */
export async function oldContent(
  context: ContentContext,
  wish: Exclude<VersionWish, { kind: 'current' }>,
  repoDir: string | null,
): Promise<SkillContent> {
  const { skill, history } = context;
  const old = await readOld(skill, wish, history, context.files, repoDir);
  const document = old.files.find((file) => file.path === 'SKILL.md')!;
  const { readOldDocument } = await import('./old-document.js');
  const { name, description, metadata, frontmatter, body, notices } = readOldDocument(
    document.bytes,
    old.path,
  );
  const version = history.versions.find((candidate) => candidate.version === old.version);
  return {
    ...context.summary,
    path: old.path,
    name,
    description,
    version: old.version,
    displayName: metadata.displayName ?? null,
    type: metadata.type ?? null,
    repo: metadata.repo ?? GLOBAL_REPO,
    tags: metadata.tags ?? [],
    uri: skill.uri,
    digest: document.digest,
    commit: old.commit,
    // A skill that was removed and came back is dated by its second life, which an older commit knows nothing of.
    created: isBefore(history.created, old) ? history.created : null,
    updated: version?.date ?? null,
    metadata,
    frontmatter,
    history,
    files: old.files.map(({ bytes: _, ...file }) => file),
    body,
    notices: [...context.notices, ...notices, { code: 'old-version', message: oldMessage(old, context) }],
  };
}

function oldMessage(old: OldSkill, context: ContentContext): string {
  const version = old.version === null ? '' : `version ${old.version}, `;
  const files = old.files.length > 1 ? ', its other files as that commit had them' : '';
  return `This is ${version}commit ${old.commit.slice(0, 12)}${files}; the index holds ${context.summary.lineage.at(-1)}.`;
}

function isBefore(date: string | null, old: OldSkill): boolean {
  return date !== null && Date.parse(date) <= old.committedAt * 1000;
}

/** A file that the artifact holds. */
export async function currentFile(skill: SkillEntry, path: string, files: ArtifactFiles): Promise<SkillFile> {
  const view = findFile(filesOfSkill(skill), path, skill.path);
  const bytes = await readResource(files, view);
  return { ...view, bytes, text: asText(bytes) };
}

/** A file as a commit of the repository had it. */
export async function oldFile(
  skill: SkillEntry,
  path: string,
  wish: Exclude<VersionWish, { kind: 'current' }>,
  history: LineageAnswer,
  files: ArtifactFiles,
  repoDir: string | null,
): Promise<SkillFile> {
  const old = await readOld(skill, wish, history, files, repoDir);
  const file = findFile(old.files, path, old.path);
  return { ...file, text: asText(file.bytes) };
}

/** @throws SkillgraftError `no-repository`, `version-unknown` */
export async function readOld(
  skill: SkillEntry,
  wish: Exclude<VersionWish, { kind: 'current' }>,
  history: LineageAnswer,
  files: ArtifactFiles,
  repoDir: string | null,
): Promise<OldSkill> {
  if (repoDir === null) throw noRepository(skill, 'the index was not opened from a repository');
  const { openRepository } = await import('./git/open.js');
  const dir = repoDir === files.location ? dirname(repoDir) : repoDir;
  const repository = await openRepository(dir).catch((error: unknown) => {
    if (error instanceof SkillgraftError) throw noRepository(skill, error.message, error);
    throw error;
  });
  try {
    return await readOldSkill(repository, skill, wish, history, files.digest);
  } finally {
    await repository.close();
  }
}

function noRepository(skill: SkillEntry, reason: string, cause?: Error): SkillgraftError {
  return new SkillgraftError(
    'no-repository',
    `Older versions of ${skill.path} lie in its git repository, which is not here: ${reason.replace(/\.$/, '')}.`,
    'Give the repository with --repo DIR (`skillgraft serve` takes it, too), or ask for the current version.',
    cause === undefined ? {} : { cause },
  );
}

function findFile<File extends FileView>(files: readonly File[], path: string, skillPath: string): File {
  const wanted = path.normalize('NFC').replace(/^\.\//, '');
  const file = files.find(
    (candidate) => candidate.path.normalize('NFC') === wanted || candidate.uri === path,
  );
  if (file !== undefined) return file;
  const shown = files.slice(0, 20).map((candidate) => candidate.path);
  throw new SkillgraftError(
    'file-unknown',
    `${skillPath} has no file ${path.slice(0, 200).toWellFormed()}.`,
    `It has ${shown.join(', ')}${files.length > shown.length ? ` and ${files.length - shown.length} more` : ''}.`,
  );
}

function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
