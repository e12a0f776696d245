import { dirname, join } from 'node:path';
import { compareText } from '../../../schema/diagnostic.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { INDEX_FILE } from '../../../schema/format.js';
import { LATEST_FILE, type Latest, latestText } from '../../../schema/latest.js';
import type { ArtifactFileMap } from '../../types.js';
import type { WriteFs } from '../../write-fs.js';
import { DISCOVERY_FOLDER, type Discovery, discoveryIndex } from '../discovery.js';
import type { Publishable } from '../types.js';

/** Folder of all versions. */
export const VERSIONS = 'versions';

/** A folder that is published into, locked. */
export interface Writing {
  readonly out: string;
  /** Folder that files are made in before they get their place. */
  readonly stage: string;
  readonly fs: WriteFs;
}

/** Makes the folder of a version, and gives it; one with the same index is there already, whole. */
export async function placeVersion(
  { out, stage, fs }: Writing,
  bundle: ArtifactFileMap,
  { commit, artifact }: Publishable,
): Promise<string> {
  const index = Buffer.from(await bundle.get(INDEX_FILE)!.read());
  // Another Skillgraft may give other bytes for the same commit.
  const names = [commit, `${commit}-${artifact.$digest.slice('sha256:'.length).slice(0, 12)}`];
  for (const name of names) {
    const version = `${VERSIONS}/${name}`;
    const there = await fs.readFile(join(out, VERSIONS, name, INDEX_FILE)).catch(nothingThere);
    if (there !== null && index.equals(there)) return version;
    if (there !== null) continue;
    const made = join(stage, 'version');
    await writeAll(made, bundle, fs);
    await fs.mkdir(join(out, VERSIONS));
    await fs.rename(made, join(out, VERSIONS, name));
    return version;
  }
  const hint = 'Remove that folder, or publish into another one.';
  throw new SkillgraftError('out-not-ours', `${join(out, VERSIONS, names[1]!)} holds another index.`, hint);
}

async function writeAll(folder: string, files: ArtifactFileMap, fs: WriteFs): Promise<void> {
  const folders = new Set([...files.keys()].map((path) => dirname(join(folder, path))));
  for (const one of [...folders].sort(compareText)) await fs.mkdir(one);
  for (const [path, file] of files) await fs.writeFile(join(folder, path), await file.read(), true);
}

/** What the folder has once: `latest.json` comes last, and only where it changes. */
export async function placeSite(
  write: Writing,
  { entries }: Discovery,
  version: string,
  versions: readonly string[],
): Promise<void> {
  const latest: Latest = { index: `${version}/${INDEX_FILE}`, versions };
  const up = '../'.repeat(DISCOVERY_FOLDER.split('/').length);
  const discovery = discoveryIndex(entries, `${up}${version}/${DISCOVERY_FOLDER}/`);
  await replace(write, '.nojekyll', Buffer.from(''));
  await replace(write, `${DISCOVERY_FOLDER}/${INDEX_FILE}`, discovery);
  await replace(write, LATEST_FILE, Buffer.from(latestText(latest)));
}

/** Replaces a file at once; one that has these bytes stays as it is. */
async function replace({ out, stage, fs }: Writing, path: string, bytes: Uint8Array): Promise<void> {
  const there = await fs.readFile(join(out, path)).catch(nothingThere);
  if (there !== null && Buffer.from(bytes).equals(there)) return;
  const made = join(stage, 'file');
  await fs.writeFile(made, bytes, true);
  await fs.mkdir(dirname(join(out, path)));
  await fs.rename(made, join(out, path));
}

/** What reading a file that is not there gives. */
export function nothingThere(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
