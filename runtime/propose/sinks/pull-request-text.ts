import { rankingTaken, skillNearDuplicate } from '../../../schema/check-kinds.js';
import type { Finding } from '../../../schema/diagnostic.js';
import { describe } from '../../../schema/messages.js';
import type { Plan } from '../types.js';
import { inertText, inertTitle } from './inert-text.js';

/** What the checks say to a plan (`runChecks`). */
export interface ReviewNotes {
  readonly findings: readonly Finding[];
  /** What the checks could not look at. */
  readonly notes: readonly { readonly message: string }[];
}

/** Title and body of a pull request. */
export interface PullRequestText {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
}

/** GitHub's limits, in UTF-16 code units (it counts code points, which are fewer). */
const [LONGEST_BODY, LONGEST_TITLE] = [65_536, 250];
/** Code points of one text: escaped, nine of these fill a body by three quarters at most. */
const LONGEST_CELL = 600;
/** Room that is kept for the line that says how much is left out. */
const LAST_LINE = 200;

/** A heading with what stands below it. */
interface Section {
  readonly head: string;
  readonly rows: readonly string[];
}

/**
 * Title and body of the pull request for a plan: its changelog, what the checks found, skills like it, searches whose
 * first result changes, notes. What agents wrote is shown as it is and does nothing (`inertText`); what does not fit is
 * counted.
 */
export function pullRequestText(plan: Plan, { findings, notes }: ReviewNotes): PullRequestText {
  const { action, name } = plan.changelog;
  const of = (...codes: string[]) => findings.filter(({ code }) => codes.includes(code));
  const special = [skillNearDuplicate.code, rankingTaken.code];
  const others = findings.filter(({ code }) => !special.includes(code));
  const sections: Section[] = [
    { head: '| | |\n|:--|:--|', rows: changelogRows(plan) },
    table('Findings', others),
    table('Skills like it', of(skillNearDuplicate.code)),
    table('Searches that change', of(rankingTaken.code)),
    { head: '### Notes\n', rows: noteRows([...plan.notes, ...notes.map(({ message }) => message)]) },
  ];
  const title = inertTitle(plan.subject, LONGEST_TITLE);
  return {
    title: title === '' ? inertTitle(`${action} ${name}`, LONGEST_TITLE) : title,
    body: bounded(sections),
  };
}

function changelogRows({ changelog, path, base }: Plan): string[] {
  const { action, name, from, to, trigger, reason, sources } = changelog;
  const values: [string, string | null][] = [
    ['Action', action],
    ['Skill', name],
    ['Folder', path],
    ['From', from],
    ['To', to],
    ['Sources', sources.length === 0 ? null : sources.join('\n')],
    ['Trigger', trigger],
    ['Reason', reason],
    ['Base commit', base],
  ];
  return values.flatMap(([key, value]) => (value === null ? [] : [row(key, inertText(value, LONGEST_CELL))]));
}

function table(heading: string, findings: readonly Finding[]): Section {
  const rows = findings.map((finding) => {
    const { severity, path, line, column } = finding;
    const where = inertText(`${path}:${line}:${column}`, LONGEST_CELL);
    return row(severity, where, inertText(describe(finding), LONGEST_CELL));
  });
  return { head: `### ${heading}\n\n| | Where | What |\n|:--|:--|:--|`, rows };
}

function noteRows(notes: readonly string[]): string[] {
  return notes
    .map((note) => inertText(note, LONGEST_CELL))
    .filter((note) => note !== '')
    .map((note) => `- ${note}`);
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Whole rows only, as many as fit. */
function bounded(sections: readonly Section[]): string {
  let body = '';
  let left = 0;
  for (const { head, rows } of sections) {
    if (rows.length === 0) continue;
    let text = `${body === '' ? '' : '\n'}${head}\n`;
    let taken = 0;
    for (const line of rows) {
      if (body.length + text.length + line.length + LAST_LINE > LONGEST_BODY) break;
      text += `${line}\n`;
      taken++;
    }
    if (taken > 0) body += text;
    left += rows.length - taken;
  }
  return left === 0 ? body : `${body}\n${left} more lines did not fit here.\n`;
}
