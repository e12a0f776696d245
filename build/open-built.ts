import { openIndex } from '../runtime/open-index.js';
import type { SkillIndex } from '../runtime/skill-index.js';
import type { OpenOptions } from '../runtime/types.js';
import { FORMAT } from '../schema/format.js';
import type { BuildResult } from './build-index.js';

/** Opens an artifact that was built and not written. The files of its skills can be read as long as the build is open. */
export async function openBuilt(
  { parts }: Pick<BuildResult, 'parts'>,
  open: Omit<OpenOptions, 'files'> = {},
): Promise<SkillIndex> {
  // No bytes were read, so that there is no digest of them.
  return openIndex({ ...parts, format: { ...FORMAT }, $digest: '' }, open);
}
