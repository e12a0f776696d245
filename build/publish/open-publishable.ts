import { readResource } from '../../runtime/content.js';
import { digestOf } from '../../runtime/files/digest.js';
import type { ArtifactFiles } from '../../runtime/files/files.js';
import { loadArtifact } from '../../runtime/load.js';
import { filesAt } from '../../runtime/open-index.js';
import { SkillgraftError } from '../../schema/errors.js';
import { INDEX_FILE, isSafePath, isSidecar, resourceFile, SECTIONS } from '../../schema/format.js';
import type { Artifact, Sidecar, SkillEntry } from '../../schema/index.types.js';
import type { ArtifactFile, ArtifactFileMap } from '../types.js';
import type { Allowances, Publishable } from './types.js';

/**
 * Opens an index to publish it.
 *
 * @param location what `openIndex` takes
 * @throws SkillgraftError `publish-no-commit`, `publish-empty`, `publish-shallow`, and what opening an index throws
 */
export async function openPublishable(
  location: string,
  allow: Allowances,
  repo?: string,
): Promise<Publishable> {
  const files = await filesAt(location, repo);
  const loaded = await loadArtifact(files);
  const skills = await loaded.section('skills');
  const { artifact } = loaded;
  const { commit, committedAt } = sourceOf(artifact, files.location);
  if (skills.length === 0 && allow.empty !== true) throw empty(files.location);
  if (artifact.source.shallow === true && allow.shallow !== true) throw shallow(files.location);
  const executables = skills.flatMap(({ resources }) =>
    resources.filter((one) => one.executable === true).map(({ uri }) => resourceFile(uri)),
  );
  return {
    artifact,
    skills,
    commit,
    committedAt,
    files: await artifactFiles(files, artifact, skills),
    executables: new Set(executables),
  };
}

/**
 * Refuses an index that is larger than the settings allow; its files count as in a build, the skills' own left out.
 *
 * @throws SkillgraftError `publish-too-large`
 */
export function refuseTooLarge({ artifact, files }: Publishable, limit: number | null): void {
  const sidecars = SECTIONS.map((name) => artifact[name]).filter((section) => isSidecar(section));
  const bytes = sidecars.reduce((sum, { size }) => sum + size, files.get(INDEX_FILE)!.size);
  if (limit === null || bytes <= limit) return;
  throw new SkillgraftError(
    'publish-too-large',
    `The index has ${bytes} bytes, and max-index-bytes allows ${limit}.`,
    '`skillgraft stats --bytes` shows what takes them; where this is meant, give --allow-large, or raise max-index-bytes.',
  );
}

async function artifactFiles(
  files: ArtifactFiles,
  artifact: Artifact,
  skills: readonly SkillEntry[],
): Promise<ArtifactFileMap> {
  const index = await files.read(INDEX_FILE);
  const all = new Map<string, ArtifactFile>([[INDEX_FILE, inMemory(index)]]);
  for (const name of SECTIONS) {
    const section = artifact[name];
    if (isSidecar(section)) all.set(section.$file, sidecarFile(files, section));
  }
  for (const resource of skills.flatMap((skill) => skill.resources)) {
    const { digest, size, uri } = resource;
    all.set(resourceFile(uri), { digest, size, read: () => readResource(files, resource) });
  }
  for (const path of all.keys())
    if (!isSafePath(path) || /(?:^|\/)\.git(?:\/|$)/i.test(path)) throw unsafe(path);
  return all;
}

/** A file whose bytes are there. */
export function inMemory(bytes: Uint8Array): ArtifactFile {
  return { digest: digestOf(bytes), size: bytes.length, read: async () => bytes };
}

function sidecarFile(files: ArtifactFiles, { $file, digest, size }: Sidecar): ArtifactFile {
  const read = async (): Promise<Uint8Array> => {
    const bytes = await files.read($file);
    if (digestOf(bytes) === digest) return bytes;
    const message = `${$file} is not the file that the index was built with.`;
    throw new SkillgraftError('artifact-broken', message, 'Build the index again.');
  };
  return { digest, size, read };
}

function sourceOf({ source }: Artifact, location: string): { commit: string; committedAt: number } {
  const { commit, committedAt } = source;
  if (commit !== undefined && committedAt !== undefined) {
    return { commit, committedAt: Date.parse(committedAt) / 1000 };
  }
  const isPlain = source.kind === 'folder';
  const what = isPlain ? 'a folder without git' : 'files that were not committed';
  throw new SkillgraftError(
    'publish-no-commit',
    `${location} was built from ${what}, so nobody could say what was published.`,
    isPlain
      ? 'Run `git init` there and commit the skills, or go to the repository that they are from; build again, then publish.'
      : 'Commit them, build without --work-tree, then publish.',
  );
}

function empty(location: string): SkillgraftError {
  return new SkillgraftError(
    'publish-empty',
    `${location} has no skill: published, it would take all skills away from those who read it.`,
    'Look at what the build said; where this is meant, give --allow-empty.',
  );
}

function shallow(location: string): SkillgraftError {
  return new SkillgraftError(
    'publish-shallow',
    `${location} was built in a shallow clone, so the versions of its skills are not known.`,
    'Fetch the whole history (`fetch-depth: 0`, `git fetch --unshallow`) and build again, or give --allow-shallow.',
  );
}

function unsafe(path: string): SkillgraftError {
  const message = `A file would be published outside of the index, or among git's own: ${path}`;
  return new SkillgraftError('path-unsafe', message, 'Rename that file in the repository.');
}
