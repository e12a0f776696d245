import { digestOf } from '../../../runtime/files/digest.js';
import type { Repository } from '../../../runtime/git/repository.js';
import { tarGz } from '../../../runtime/http/archive.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { INDEX_FILE } from '../../../schema/format.js';
import type { ArtifactFile, ArtifactFileMap } from '../../types.js';
import { bundleOf, checksums, SUMS_FILE } from '../bundle.js';
import { discoveryOf } from '../discovery.js';
import { inMemory } from '../open-publishable.js';
import { refuseRollback } from '../rollback.js';
import type { Publishable, Published, PublishInput } from '../types.js';
import type { Release, ReleaseAsset } from './release-data.js';
import { ReleasesClient, type ReleasesOptions } from './releases-client.js';

/** The file of a release that holds the whole index. */
export const ARCHIVE_FILE = 'skills-index.tar.gz';
const TAG = /^skills-index-([0-9a-f]{12})(?:-[0-9a-f]{8})?$/;

/** What became of the release. */
export interface PublishedRelease extends Published {
  readonly tag: string;
}

/**
 * Publishes an index as a release on GitHub: its files go into a draft, are compared with what the server stored, and
 * are shown then; what `latest` means moves last. Where it fails in between, what was the latest stays, and the next try
 * goes on with the draft.
 *
 * @throws SkillgraftError `publish-rollback`, `publish-no-repository`, `release-not-whole`, `github-…`
 */
export async function publishRelease(
  { publishable, repository, allow }: PublishInput,
  options: ReleasesOptions,
): Promise<PublishedRelease> {
  const client = new ReleasesClient(options);
  const files = await releaseFiles(publishable);
  const releases = await client.list();
  const latest = await client.latestTag();
  const published = await publishedCommit(releases, latest, publishable.commit, repository);
  await refuseRollback(repository, published, publishable.commit, allow.rollback);
  const tag = freeTag(releases, publishable, files);
  const found = releases.find((release) => release.tag === tag);
  const isThere = found !== undefined && !found.isDraft;
  const release = isThere ? found : await fill(client, found, tag, publishable, files);
  if (latest !== tag) await client.makeLatest(release);
  return {
    to: 'release',
    outcome: isThere && latest === tag ? 'unchanged' : 'published',
    commit: publishable.commit,
    digest: publishable.artifact.$digest,
    where: release.url,
    index: `${release.url.replace(/\/releases\/tag\/.*$/, '/releases/latest/download')}/${ARCHIVE_FILE}`,
    tag,
    notes: isOther(latest)
      ? [`The latest release was ${latest}, which is no index; it is this one now.`]
      : [],
  };
}

/** The archive, the files of the artifact that have no folder, and their digests. */
async function releaseFiles(publishable: Publishable): Promise<ArtifactFileMap> {
  const bundle = bundleOf(publishable, await discoveryOf(publishable));
  const packed = await Promise.all(
    [...bundle].map(async ([path, file]) => ({
      path,
      bytes: await file.read(),
      executable: publishable.executables.has(path),
    })),
  );
  const files = new Map<string, ArtifactFile>([[ARCHIVE_FILE, inMemory(await tarGz(packed))]]);
  for (const [path, file] of bundle) if (!path.includes('/') && path !== SUMS_FILE) files.set(path, file);
  files.set(SUMS_FILE, inMemory(Buffer.from(checksums(files))));
  return files;
}

/** A draft that a try before has left is gone on with. */
async function fill(
  client: ReleasesClient,
  draft: Release | undefined,
  tag: string,
  publishable: Publishable,
  files: ArtifactFileMap,
): Promise<Release> {
  const { commit, skills } = publishable;
  const title = `Skills index of ${commit.slice(0, 12)}`;
  const body = `The index of ${skills.length} skills of commit ${commit}, made by Skillgraft.`;
  const release = draft ?? (await client.draft({ tag, commit, title, body }));
  const kept = new Set<string>();
  for (const asset of release.assets) {
    const file = files.get(asset.name);
    if (file !== undefined && (await isSame(client, asset, file))) kept.add(asset.name);
    else await client.removeAsset(asset);
  }
  for (const [name, file] of files) {
    if (kept.has(name)) continue;
    const asset = await client.upload(release, name, await file.read());
    if (!(await isSame(client, asset, file))) throw notWhole(name, release);
  }
  return client.publish(release);
}

async function isSame(client: ReleasesClient, asset: ReleaseAsset, file: ArtifactFile): Promise<boolean> {
  if (!asset.isWhole || asset.size !== file.size) return false;
  return (asset.digest ?? digestOf(await client.download(asset))) === file.digest;
}

/** The tag of the commit; where that one was published with another index (of another Skillgraft), one of both. */
function freeTag(releases: readonly Release[], publishable: Publishable, files: ArtifactFileMap): string {
  const tag = `skills-index-${publishable.commit.slice(0, 12)}`;
  const taken = releases.find((release) => release.tag === tag && !release.isDraft);
  const index = taken?.assets.find(({ name }) => name === INDEX_FILE);
  const isOurs =
    index?.digest === undefined || index.digest === null || index.digest === files.get(INDEX_FILE)!.digest;
  if (taken === undefined || isOurs) return tag;
  return `${tag}-${publishable.artifact.$digest.slice('sha256:'.length).slice(0, 8)}`;
}

/** The commit that agents read now: of the latest release if that is an index, else of the newest one that is. */
async function publishedCommit(
  releases: readonly Release[],
  latest: string | null,
  commit: string,
  repository: Repository | null,
): Promise<string | null> {
  const newest = releases.find(({ tag, isDraft }) => !isDraft && TAG.test(tag))?.tag ?? null;
  const tag = isOther(latest) || latest === null ? newest : latest;
  const short = tag === null ? null : TAG.exec(tag)![1]!;
  if (short !== null && commit.startsWith(short)) return commit;
  if (short === null || repository === null) return short;
  return repository.resolve(short).catch(() => short);
}

function isOther(tag: string | null): boolean {
  return tag !== null && !TAG.test(tag);
}

function notWhole(name: string, { url }: Release): SkillgraftError {
  return new SkillgraftError(
    'release-not-whole',
    `${name} did not arrive as it was sent; ${url} stays a draft.`,
    'Publish again: what is missing is sent once more.',
  );
}
