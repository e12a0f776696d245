import { SkillgraftError } from '../schema/errors.js';
import { resourceFile, resourcePath } from '../schema/format.js';
import type { Resource, SkillEntry } from '../schema/index.types.js';
import type { ArtifactFiles } from './files/files.js';

/** One file of a skill, as the index lists it. */
export interface FileView {
  /** Below the skill's folder. */
  readonly path: string;
  readonly uri: string;
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  readonly executable?: true;
}

/** The files of a skill, SKILL.md first. */
export function filesOfSkill(skill: SkillEntry): FileView[] {
  return skill.resources.map((resource) => ({ path: resourcePath(skill.uri, resource.uri), ...resource }));
}

/**
 * Reads one file of a skill from the artifact, its digest checked.
 *
 * @throws SkillgraftError `file-changed` or `artifact-file-missing`
 */
export async function readResource(files: ArtifactFiles, resource: Resource): Promise<Uint8Array> {
  return readChecked(files, resourceFile(resource.uri), resource.digest);
}

/**
 * Reads one file of the artifact and checks it against its digest; where a killed write left other bytes, the ones
 * that it put aside are used.
 *
 * @throws SkillgraftError `file-changed` or `artifact-file-missing`
 */
export async function readChecked(files: ArtifactFiles, path: string, digest: string): Promise<Uint8Array> {
  const bytes = await files.read(path, digest).catch((error: unknown) => error);
  if (bytes instanceof Uint8Array && (await files.digest(bytes)) === digest) return bytes;
  const previous = await files.readPrevious(path);
  if (previous !== null && (await files.digest(previous)) === digest) return previous;
  if (!(bytes instanceof Uint8Array)) throw bytes;
  throw new SkillgraftError(
    'file-changed',
    `${path} is not the file that the index was built with.`,
    'Build the index again; until then this file is not served.',
  );
}
