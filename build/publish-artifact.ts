import { sep } from 'node:path';
import { SkillgraftError } from '../schema/errors.js';
import type { BuildResult } from './build-index.js';
import { outIsSource, pathBelow, realPathOf } from './out-folder.js';
import { formerArtifact, holdsSkills } from './previous.js';
import { type WriteResult, writeArtifact } from './write.js';
import { nodeWriteFs, type WriteFs } from './write-fs.js';

/** What became of an artifact; `kept` where an index with skills was not replaced by one without. */
export type PublishResult = WriteResult & { readonly kept?: true };

/**
 * Writes a build's artifact into a folder; the artifact that lies there stays whole until the new one stands. A build
 * without a skill never replaces an index that has skills.
 *
 * @throws SkillgraftError `out-is-source`, `out-not-ours`, `out-busy`, `out-unwritable`, `path-unsafe`
 */
export async function publishArtifact(
  result: BuildResult,
  folder: string,
  fs: WriteFs = nodeWriteFs,
): Promise<PublishResult> {
  const out = await realPathOf(folder);
  refuseGitFolder(out, result.gitDir === null ? null : await realPathOf(result.gitDir));
  refuseSource(out, await realPathOf(result.top), result);
  if (result.skills.length === 0 && (await holdsSkills(out))) return { written: 0, removed: 0, kept: true };
  try {
    return await writeArtifact(out, result.files, () => formerArtifact(out), fs);
  } catch (error) {
    throw unwritable(out, error);
  }
}

/** Nothing of ours belongs among git's own files, not even in a bare repository. */
function refuseGitFolder(out: string, gitDir: string | null): void {
  const isGits = out.split(sep).some((name) => name.toLowerCase() === '.git');
  if (isGits || (gitDir !== null && pathBelow(gitDir, out) !== null)) {
    throw outIsSource(out, "is inside git's own folder");
  }
}

function refuseSource(out: string, top: string, result: BuildResult): void {
  if (pathBelow(out, top) !== null) throw outIsSource(out, 'is the repository itself, or holds it');
  const below = pathBelow(top, out);
  if (below === null) return;
  const skill = result.skills.find(
    ({ path }) => path !== '.' && (below === path || below.startsWith(`${path}/`)),
  );
  if (skill !== undefined) throw outIsSource(out, `is inside the skill ${skill.path}`);
}

/** Says a system error in terms of the folder that is written to; anything else comes back as it is. */
export function unwritable(out: string, error: unknown): unknown {
  const { code, message, ...details } = error as NodeJS.ErrnoException & { dest?: string };
  if (code === undefined || error instanceof SkillgraftError) return error;
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    EROFS: 'the file system is read-only',
    ENOTDIR: 'a part of the path is no folder',
    EEXIST: 'a part of the path is no folder',
    EISDIR: 'a folder lies where a file must be',
    ENAMETOOLONG: 'a name is too long for this disk',
  };
  return new SkillgraftError(
    'out-unwritable',
    `Cannot write to ${code === 'EISDIR' ? (details.dest ?? out) : out}: ${reasons[code] ?? message}.`,
    'The index that was there is unchanged. Mend that, or choose another folder.',
    { cause: error },
  );
}
