import type { Asked, Start } from './start.js';

/**
 * Notes on other proposals for the same skill that wait, too. None for a proposal that builds on one.
 *
 * @param own full name of the proposal's branch
 */
export async function besideNotes(
  { place: { repository }, main }: Asked,
  { from }: Start,
  own: string,
): Promise<string[]> {
  if (repository === null || from.commit !== main.commit) return [];
  const prefix = own.slice(0, own.lastIndexOf('/') + 1);
  const isOther = (ref: string): boolean => ref.startsWith(prefix) && ref !== own;
  // Whether one waits is asked only where there is one.
  if (!(await repository.branches()).some(({ name }) => isOther(name))) return [];
  const { listProposals } = await import('./git/list-proposals.js');
  const others = (await listProposals(repository, main.commit)).filter(
    ({ ref, isMerged }) => isOther(ref) && !isMerged,
  );
  if (others.length === 0) return [];
  const names = others.map(({ branch }) => `skillgraft/${branch}`).join(', ');
  return [`Open for this skill, too: ${names}. What is merged last may conflict.`];
}
