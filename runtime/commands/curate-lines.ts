import type { Style } from '../cli/style.js';
import { terminalLine } from '../cli/terminal-text.js';
import type { CurationProposals } from '../curate/propose-curation.js';
import { timesOf } from '../curate/review.js';
import type { Curation } from '../curate/types.js';

/** Items of a list that are shown; the report has more. */
const MOST_ITEMS = 10;

/** What a run came to, for a terminal. */
export function curationLines({ transitions, review }: Curation, style: Style): string[] {
  const lists: readonly (readonly [title: string, items: readonly string[]])[] = [
    [
      'Statuses to change',
      transitions.map(({ path, from, to, reason }) => `${path}: ${from} to ${to}. ${reason}`),
    ],
    [
      'Failing',
      review.failing.map(({ path, rate, attempts, reasons }) => {
        const why = reasons[0] === undefined ? '' : `; last: ${reasons[0]}`;
        return `${path}: helped in ${Math.round(100 * rate)} % of ${attempts} attempts${why}`;
      }),
    ],
    [
      'Overlapping',
      review.overlapping.map(
        ({ paths, cosine }) => `${paths.join('  ')}  ${cosine === null ? 'copies' : cosine.toFixed(3)}`,
      ),
    ],
    [
      'Never found',
      review.neverFound.map(({ path, queries }) => `${path}: not by ${JSON.stringify(queries[0]!.query)}`),
    ],
    ['Missing', review.missing.map((query) => `${timesOf(query)} times ${JSON.stringify(query.query)}`)],
  ];
  const lines = lists
    .filter(([, items]) => items.length > 0)
    .flatMap(([title, items]) => [
      style.bold(title),
      ...items.slice(0, MOST_ITEMS).map((item) => `  ${terminalLine(item)}`),
      ...(items.length > MOST_ITEMS ? [`  and ${items.length - MOST_ITEMS} more`] : []),
    ]);
  return lines.length > 0 ? lines : ['There is nothing to do.'];
}

/** What became of proposals, for a terminal; nothing where none were asked for. */
export function proposalLines(proposals: CurationProposals | null, style: Style): string[] {
  if (proposals === null) return [];
  const { report, transitions, waiting } = proposals;
  const lines = transitions.map(({ transition, answer, error }) =>
    answer === null
      ? `${terminalLine(transition.path)}: ${error!.code}: ${terminalLine(error!.message)} ${terminalLine(error!.hint)}`
      : `${style.green(answer.branch)}  ${terminalLine(transition.path)}: ${transition.to}`,
  );
  if (report !== null)
    lines.unshift(`${style.green(report.branch)}  the report. ${terminalLine(report.next)}`);
  if (lines.length === 0) lines.push('There is nothing to propose.');
  if (waiting > 0) lines.push(`${waiting} more changes wait for the next run, or for a higher --limit.`);
  return lines;
}
