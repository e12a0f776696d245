import { canonicalJson } from '../../schema/codec.js';
import { SkillgraftError } from '../../schema/errors.js';
import { INDEX_FILE, isSidecar, joinDigest, SECTIONS, splitDigest } from '../../schema/format.js';
import { readChecked } from '../content.js';
import type { SkillIndex } from '../skill-index.js';
import type { Asset } from './asset.js';

/** The index file and its sidecars, by path, so that others can open this index by its address. */
export function artifactAssets(index: SkillIndex): Map<string, Asset> {
  const { artifact, files } = index;
  const main: Asset = {
    digest: artifact.$digest,
    type: 'application/json',
    read: () => indexBytes(index),
  };
  const sidecars = SECTIONS.flatMap((name): [string, Asset][] => {
    const section = artifact[name];
    if (!isSidecar(section)) return [];
    const { $file, digest } = section;
    const read = (): Promise<Uint8Array> => readChecked(files, $file, digest);
    return [[`/${$file}`, { digest, type: 'application/json', isImmutable: true, read }]];
  });
  return new Map([[`/${INDEX_FILE}`, main], ...sidecars]);
}

/** The index as it was opened: its file where that still is the one, else written again from what was read. */
async function indexBytes({ artifact, files }: SkillIndex): Promise<Uint8Array> {
  const { $digest, ...rest } = artifact;
  const isIt = async (bytes: Uint8Array): Promise<boolean> => {
    const split = splitDigest(bytes);
    return split?.digest === $digest && (await files.digest(split.covered)) === $digest;
  };
  const stored = await files.read(INDEX_FILE).catch(() => null);
  if (stored !== null && (await isIt(stored))) return stored;
  const text = joinDigest($digest, `,${canonicalJson(rest).slice(1)}\n`);
  const written = new TextEncoder().encode(text);
  if (await isIt(written)) return written;
  throw new SkillgraftError('artifact-broken', 'The index cannot be sent.', 'Build the index again.');
}
