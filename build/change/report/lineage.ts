import type { ChangeReport } from '../types.js';
import { bad, code, type Section, warn } from './document.js';

/** Skills that cannot be read any more: no agent finds them. */
export function brokenSection({ skills, unreadable }: ChangeReport): Section | null {
  const broken = skills.filter(({ kind }) => kind === 'broken').map(({ path }) => path);
  const lines = [
    ...broken.map((path) =>
      bad(code(path), ' can no longer be read and leaves the index: see the errors of its SKILL.md'),
    ),
    ...unreadable.map((path) =>
      bad(code(path), ' comes and cannot be read, so that no agent finds it: see its errors'),
    ),
  ];
  return lines.length === 0 ? null : { title: ['Skills that cannot be read'], lines, open: true };
}

/** Skills whose history would end, and what keeps it. */
export function lineageSection({ lostLineage }: ChangeReport): Section | null {
  if (lostLineage.length === 0) return null;
  const lines = lostLineage.map(({ from, to, similarity, reason }) => {
    const share = `${Math.floor(similarity * 100)} %`;
    if (reason === 'replaced')
      return warn(
        code(to),
        ' comes where ',
        code(from),
        ` leaves, and ${share} of their SKILL.md is the same: the history ends. If it goes on there, rename it in a commit of its own and rewrite it in the next one; if they are two skills, two commits say so.`,
      );
    const advice =
      reason === 'too-different'
        ? `${share} of their SKILL.md is the same, and git takes 50 % in one commit for a rename. If it goes on there, rename it in a commit of its own and edit it in the next one`
        : `${share} of their SKILL.md is the same, but no commit renames one into the other. If it goes on there, do both in one commit, or squash the branch`;
    return warn(code(to), ' has a history of its own, apart from that of ', code(from), `: ${advice}.`);
  });
  return { title: ['Lineage that would be lost'], lines, open: true };
}
