import type { ProposalAnswer } from './options.js';

/** What an answer tells besides what to do now. */
type Told = Pick<ProposalAnswer, 'sink' | 'dryRun' | 'branch' | 'existed' | 'patch' | 'pullRequest'>;

/** What to do now, in a sentence or two. */
export function nextStep({ sink, dryRun, branch, existed, patch, pullRequest }: Told): string {
  if (dryRun) return 'Nothing was written. Propose it without the dry run if this is what you mean.';
  if (patch !== undefined)
    return `Nothing was written here. Hand the patch to the people who keep the skills: saved as a file, \`git am ${patch.fileName}\` takes it.`;
  if (sink === 'pull-request' && pullRequest !== undefined)
    return `It waits for review at ${pullRequest.url}. Agents read it once it is merged and the index is built again.`;
  const there = existed ? 'The same proposal was there already. ' : '';
  return `${there}Review it with \`git log -p -1 ${branch}\`, then merge it or push it: \`git push origin ${branch}\`. Agents read it once it is merged and the index is built again.`;
}

/** What to do with a patch that was printed. */
export function printedPatch(fileName: string): string {
  return `Nothing was written here. The patch is on standard output: keep it with \`> ${fileName}\` and hand it to the people who keep the skills; \`git am ${fileName}\` takes it.`;
}

/** Which version of what becomes which, on one line. */
export function versionStep({
  path,
  changelog: { from, to },
}: Pick<ProposalAnswer, 'path' | 'changelog'>): string {
  if (from === null || from === to) return to ?? path;
  return to === null ? from : `${from} -> ${to}`;
}
