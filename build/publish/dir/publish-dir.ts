import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SkillgraftError } from '../../../schema/errors.js';
import { INDEX_FILE } from '../../../schema/format.js';
import { LATEST_FILE, readLatest } from '../../../schema/latest.js';
import { realPathOf } from '../../out-folder.js';
import { unwritable } from '../../publish-artifact.js';
import type { ArtifactFileMap } from '../../types.js';
import { nodeWriteFs, type WriteFs } from '../../write-fs.js';
import { lockStage, type Stage } from '../../write-lock.js';
import { bundleOf } from '../bundle.js';
import { type Discovery, discoveryOf } from '../discovery.js';
import { publishedIndex, refuseRollback } from '../rollback.js';
import type { Published, PublishInput } from '../types.js';
import { nothingThere, placeSite, placeVersion, VERSIONS, type Writing } from './place-version.js';

const WAIT_MS = 10_000;
const RETRY_MS = 100;

export interface DirTarget {
  readonly folder: string;
  /** How many versions stay, the published one among them; at least 1. */
  readonly keep: number;
  readonly fs?: WriteFs;
  /** How long another publish may take before this one gives up, in milliseconds (10,000). */
  readonly waitMs?: number;
}

/** What became of the folder. */
export interface PublishedDir extends Published {
  /** Folder of this version, from the published folder on. */
  readonly version: string;
  /** Folders of older versions that went. */
  readonly removed: readonly string[];
}

/**
 * Publishes an index into a folder that a web server serves. Each version has a folder of its own, which never changes;
 * `latest.json` says which one to read and is replaced last, at once, so that no reader sees half of one. What a process
 * that was killed leaves behind does no harm, and the next one clears it away.
 *
 * @throws SkillgraftError `out-not-ours`, `out-is-source`, `out-busy`, `out-unwritable`, `publish-rollback`,
 *   `publish-no-repository`
 */
export async function publishDir(
  input: PublishInput,
  { folder, keep, fs = nodeWriteFs, waitMs = WAIT_MS }: DirTarget,
): Promise<PublishedDir> {
  const out = await realPathOf(folder);
  if (/[\\/]\.git(?:[\\/]|$)/i.test(out)) throw amongGits(out);
  const discovery = await discoveryOf(input.publishable);
  const bundle = bundleOf(input.publishable, discovery);
  try {
    await fs.mkdir(out);
    const stage = await lockWithin(waitMs, out, fs);
    try {
      return await replaceLatest(input, { bundle, discovery, keep }, { out, stage: stage.folder, fs });
    } finally {
      await stage.release();
    }
  } catch (error) {
    throw unwritable(out, error);
  }
}

async function lockWithin(waitMs: number, out: string, fs: WriteFs): Promise<Stage> {
  for (let waited = 0; ; waited += RETRY_MS) {
    try {
      return await lockStage(out, fs);
    } catch (error) {
      const isBusy = error instanceof SkillgraftError && error.code === 'out-busy';
      if (!isBusy || waited >= waitMs) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}

interface Content {
  readonly bundle: ArtifactFileMap;
  readonly discovery: Discovery;
  readonly keep: number;
}

async function replaceLatest(
  { publishable, repository, allow }: PublishInput,
  { bundle, discovery, keep }: Content,
  write: Writing,
): Promise<PublishedDir> {
  const { out, fs } = write;
  const { commit, artifact } = publishable;
  const before = await readFolder(out, fs);
  await refuseRollback(repository, before.commit, commit, allow.rollback);
  const version = await placeVersion(write, bundle, publishable);
  const versions = [version, ...before.versions.filter((one) => one !== version)];
  await placeSite(write, discovery, version, versions.slice(0, keep));
  const removed = versions.slice(keep);
  for (const old of removed) await fs.removeTree(join(out, ...old.split('/')));
  const outcome = before.index === `${version}/${INDEX_FILE}` ? 'unchanged' : 'published';
  const digest = artifact.$digest;
  return { to: 'dir', outcome, commit, digest, where: out, index: out, version, removed, notes: [] };
}

/** What the folder holds: nothing, or what was published before. */
async function readFolder(
  out: string,
  fs: WriteFs,
): Promise<{ index: string | null; versions: readonly string[]; commit: string | null }> {
  const bytes = await fs.readFile(join(out, LATEST_FILE)).catch(nothingThere);
  if (bytes === null) return { index: null, versions: [], commit: null };
  const latest = readLatest(bytes);
  if (latest === null) throw notOurs(out);
  const index = await fs.readFile(join(out, ...latest.index.split('/'))).catch(nothingThere);
  const commit = index === null ? null : (publishedIndex(index)?.commit ?? null);
  const versions = latest.versions.filter(
    (one) => one.startsWith(`${VERSIONS}/`) && one.split('/').length === 2,
  );
  return { index: latest.index, versions, commit };
}

function notOurs(out: string): SkillgraftError {
  return new SkillgraftError(
    'out-not-ours',
    `${join(out, LATEST_FILE)} is there, and no publish wrote it.`,
    'Choose an empty folder, or remove what lies there.',
  );
}

function amongGits(out: string): SkillgraftError {
  const hint = 'Choose a folder that a web server may show.';
  return new SkillgraftError('out-is-source', `${out} is inside git's own folder.`, hint);
}
