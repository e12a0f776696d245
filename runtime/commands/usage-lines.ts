import type { Style } from '../cli/style.js';
import { terminalLine } from '../cli/terminal-text.js';
import { columns } from '../cli/wrap.js';
import type { FoldedFolder } from '../usage/fold/fold-folder.js';
import type { UsageProposal } from '../usage/fold/propose-usage.js';
import type { SearchTally } from '../usage/fold/search-tallies.js';
import type { SkillUse } from '../usage/fold/show-usage.js';
import { counted } from '../usage/fold/usage-message.js';

/** A table of skills, and below it what was searched for and not found. */
export function useRows(
  skills: readonly SkillUse[],
  searches: readonly SearchTally[],
  style: Style,
): readonly string[] {
  const cells = ({ successes, failures, loads, last }: SkillUse['local']) => [
    String(successes),
    String(failures),
    String(loads),
    last,
  ];
  const sums = ['failed', 'read', 'last'];
  const head = ['skill', 'here: helped', ...sums, 'usage/: helped', ...sums].map(style.bold);
  const rows = skills.map(({ skill, isRemoved, local, repository }) => [
    terminalLine(isRemoved ? `${skill} (removed)` : skill),
    ...cells(local),
    ...cells(repository),
  ]);
  const table = rows.length === 0 ? [] : columns([head, ...rows]);
  if (searches.length === 0) return table;
  const asked = searches.map(({ query, rejected, empty, last }) => [
    String(rejected + empty),
    last,
    terminalLine(query),
  ]);
  return [...table, '', 'Searches that no skill answered (these stay on this machine):', ...columns(asked)];
}

/** What was counted otherwise than it stands in the logs, or could not be read. */
export function foldedNotes(folded: readonly FoldedFolder[]): string[] {
  return folded.flatMap(({ folder, fold, unread }) => {
    const { future, withoutQuery, leftOut } = fold.counts;
    const notes = unread.map(({ file, lines, error }) => {
      const why = error === null ? '' : `, and it could not be read to its end (${error})`;
      return `${folder}/${file}: ${counted(lines, 'line')} ${lines === 1 ? 'is no event' : 'are no events'}${why}.`;
    });
    if (future > 0)
      notes.push(`${counted(future, 'event')} of a day that is still to come: counted without it.`);
    if (withoutQuery > 0)
      notes.push(
        `${counted(withoutQuery, 'event')} counted without a query: there are too many different ones.`,
      );
    if (leftOut > 0)
      notes.push(`${counted(leftOut, 'event')} left out: there are too many different versions of skills.`);
    return notes;
  });
}

/** What was left out of a proposal, or changed in it. */
export function proposalNotes(proposal: UsageProposal): string[] {
  const { unknown, rewritten, changed, suspect, dropped } = proposal;
  const notes = [...unknown].map(
    ([skill, events]) => `${counted(events, 'event')} of ${skill} left out: there is no such skill.`,
  );
  if (rewritten > 0)
    notes.push(
      `${counted(rewritten, 'event')} of commits that this repository does not have: counted all the same.`,
    );
  if (changed > 0)
    notes.push(
      `${counted(changed, 'text')} changed: what looked like a secret or like personal data was taken out.`,
    );
  if (suspect > 0) notes.push(`${counted(suspect, 'text')} left out that still look like secrets.`);
  if (dropped > 0)
    notes.push(`${counted(dropped, 'record')} left out that say least: a skill's file is full.`);
  return notes;
}
