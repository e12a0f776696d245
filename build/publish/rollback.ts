import type { Repository } from '../../runtime/git/repository.js';
import { SkillgraftError } from '../../schema/errors.js';
import { FORMAT } from '../../schema/format.js';

/** What an index that is published says of itself. */
export interface PublishedIndex {
  /** Null where it was not built from a commit. */
  readonly commit: string | null;
}

/** Reads an index of any version; null where the bytes are none of ours. */
export function publishedIndex(bytes: Uint8Array): PublishedIndex | null {
  try {
    const { format, source } = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<
      string,
      Record<string, unknown> | undefined
    >;
    if (format?.name !== FORMAT.name) return null;
    return { commit: typeof source?.commit === 'string' ? source.commit : null };
  } catch {
    return null;
  }
}

/**
 * Refuses to replace an index by one of a commit that does not descend from that of the published one.
 *
 * @param published a commit; null: there is nothing to go back behind
 * @throws SkillgraftError `publish-rollback`, `publish-no-repository`
 */
export async function refuseRollback(
  repository: Repository | null,
  published: string | null,
  commit: string,
  isAllowed: boolean | undefined,
): Promise<void> {
  if (published === null || published === commit || isAllowed === true) return;
  if (repository === null) throw noRepository(published);
  if (await descends(repository, commit, published)) return;
  throw new SkillgraftError(
    'publish-rollback',
    `The index of ${commit.slice(0, 12)} would replace that of ${published.slice(0, 12)}, which is not in its history.`,
    'Publish the index of a newer commit; where going back is meant, give --allow-rollback.',
  );
}

/** Commits that are not here are in no history. */
async function descends(repository: Repository, commit: string, from: string): Promise<boolean> {
  try {
    return (await repository.history(commit, from)).incremental;
  } catch (error) {
    const isMissing =
      error instanceof SkillgraftError && ['object-missing', 'ref-not-found'].includes(error.code);
    if (isMissing) return false;
    throw error;
  }
}

function noRepository(published: string): SkillgraftError {
  return new SkillgraftError(
    'publish-no-repository',
    `Whether the commit descends from ${published.slice(0, 12)}, which is published, is not known without the repository.`,
    'Name the repository with --repo, or give --allow-rollback.',
  );
}
