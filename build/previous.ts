import { fsFiles } from '../runtime/files/fs.js';
import { loadArtifact } from '../runtime/load.js';
import { SkillgraftError } from '../schema/errors.js';
import { INDEX_FILE } from '../schema/format.js';
import type { LineageSection } from '../schema/lineage.js';
import { filesOf } from './assemble.js';
import type { BuildOptions } from './options.js';

/** Lineage of the artifact that lies in the output folder, to go on from; undefined where there is none that is whole. */
export async function previousLineage(options: BuildOptions): Promise<LineageSection | undefined> {
  if (options.out === undefined || options.incremental === false) return undefined;
  return readWhole(options.out, async (loaded) => loaded.section('lineage'));
}

/** Digests of the files of the artifact in a folder, by path; empty where there is none that is whole. */
export async function previousFiles(folder: string): Promise<Map<string, string>> {
  const files = await readWhole(folder, async (loaded) =>
    filesOf(loaded.artifact, await loaded.section('skills')),
  );
  return files ?? new Map();
}

/** Reads something of the artifact in a folder; one that is broken, or of another version, counts as none. */
export async function readWhole<T>(
  folder: string,
  read: (loaded: Awaited<ReturnType<typeof loadArtifact>>) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read(await loadArtifact(fsFiles(`${folder}/${INDEX_FILE}`)));
  } catch (error) {
    if (error instanceof SkillgraftError) return undefined;
    throw error;
  }
}
