import { openIndex } from '../runtime/open-index.js';
import type { SkillIndex } from '../runtime/skill-index.js';
import type { OpenOptions } from '../runtime/types.js';
import type { Artifact } from '../schema/index.types.js';
import type { BuildResult } from './build-index.js';

/** Opens an artifact that was built and not written. The files of its skills can be read as long as the build is open. */
export async function openBuilt(
  built: BuildResult,
  open: Omit<OpenOptions, 'files'> = {},
): Promise<SkillIndex> {
  const sidecars = [...built.files].filter(([path]) => path.endsWith('.json') && !path.includes('/'));
  const files = new Map<string, Uint8Array>();
  for (const [path, file] of sidecars) files.set(path, await file.read());
  const artifact = JSON.parse(new TextDecoder('latin1').decode(built.index)) as Artifact;
  return openIndex(artifact, { ...open, files });
}
