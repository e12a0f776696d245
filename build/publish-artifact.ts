import { lstat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { SkillgraftError } from '../schema/errors.js';
import type { BuildResult } from './build-index.js';
import { previousFiles } from './previous.js';
import { type WriteResult, writeArtifact } from './write.js';
import { nodeWriteFs, type WriteFs } from './write-fs.js';

/**
 * Writes a build's artifact into a folder; the artifact that lies there stays whole until the new one stands.
 *
 * @throws SkillgraftError `out-is-source`, `out-not-ours`, `out-busy`, `out-unwritable`
 */
export async function publishArtifact(
  result: BuildResult,
  folder: string,
  fs: WriteFs = nodeWriteFs,
): Promise<WriteResult> {
  const out = resolve(folder);
  refuseSource(out, result);
  const former = await previousFiles(out);
  await refuseForeign(out, result, former);
  try {
    return await writeArtifact(out, result.files, former, fs);
  } catch (error) {
    throw explain(out, error);
  }
}

/** An artifact holds copies of the skills: written over the repository it would change its source. */
function refuseSource(out: string, result: BuildResult): void {
  const toTop = relative(out, resolve(result.top));
  const containsTop = toTop === '' || !toTop.startsWith('..');
  const below = relative(resolve(result.top), out).split(sep).join('/');
  const skill = result.skills.find(
    ({ path }) => path !== '.' && (below === path || below.startsWith(`${path}/`)),
  );
  if (!containsTop && skill === undefined) return;
  throw new SkillgraftError(
    'out-is-source',
    `${out} is ${skill === undefined ? 'the repository itself' : `inside the skill ${skill.path}`}.`,
    'Choose a folder of its own, such as dist (--out).',
  );
}

/** Never writes over a file that no artifact put there. */
async function refuseForeign(
  out: string,
  result: BuildResult,
  former: ReadonlyMap<string, string>,
): Promise<void> {
  if (former.size > 0) return;
  for (const path of result.files.keys()) {
    if (!path.startsWith('skills/')) continue;
    const stat = await lstat(join(out, path)).catch(() => null);
    if (stat === null || (stat.isFile() && stat.size === result.files.get(path)!.size)) continue;
    throw new SkillgraftError(
      'out-not-ours',
      `${join(out, path)} is there, and no index in ${out} says that a build wrote it.`,
      'Choose an empty folder, or remove what lies there.',
    );
  }
}

function explain(out: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || error instanceof SkillgraftError) return error;
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    EROFS: 'the file system is read-only',
    ENOTDIR: 'a part of the path is no folder',
    EEXIST: 'a part of the path is no folder',
  };
  return new SkillgraftError(
    'out-unwritable',
    `Cannot write to ${out}: ${reasons[code] ?? message}.`,
    'The index that was there is unchanged. Mend that, or choose another folder with --out.',
    { cause: error },
  );
}
