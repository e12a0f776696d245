import type { CommitDetails, Repository } from './git/repository.js';

/**
 * The commit that the main line stood at: the newest one, from `head` along first parents, that is not later than
 * `at`. Commits of a branch count from their merge on, since only then did anybody read them; null before the first.
 *
 * @param at milliseconds since 1970
 */
export async function mainlineAt(
  repository: Repository,
  head: string,
  at: number,
): Promise<CommitDetails | null> {
  let commit: CommitDetails | null = await repository.commit(head);
  while (commit !== null && commit.committedAt * 1000 > at) {
    const parent: string | undefined = commit.parents[0];
    commit = parent === undefined ? null : await repository.commit(parent);
  }
  return commit;
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Milliseconds since 1970 of an ISO 8601 date or time; a date means its end, a time without a zone is UTC. NaN for a
 * day that there is not, undefined for what is no date at all.
 */
export function readDate(text: string): number | undefined {
  const [, day, time, zone] = DATE.exec(text) ?? [];
  if (day === undefined) return undefined;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Engines read February 30 as a day of March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return Number.NaN;
  return Date.parse(time === undefined ? `${day}T23:59:59.999Z` : `${day}T${time}${zone ?? 'Z'}`);
}
