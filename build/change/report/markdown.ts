import { inertText } from '../../../runtime/propose/sinks/inert-text.js';
import { count, type Line, type Quote, type ReportDocument, type Section } from './document.js';

/** Stands in the comment, for the one who looks for it to update it. */
export const MARKER = '<!-- skillgraft-report -->';
/** GitHub refuses a comment of more than 65,536 characters. */
export const LONGEST_MARKDOWN = 60_000;

/** Lines of one section, so that no section crowds out the others. */
const MOST_LINES = 60;
/** Code points of one quote. */
const LONGEST_QUOTE = 300;
/** Kept free for the words that say what was left out, and for what closes a section. */
const RESERVE = 200;
const ICONS = { bad: '🔴 ', warn: '🟡 ', good: '🟢 ' } as const;

/**
 * A report as GitHub's Markdown, of at most `longest` UTF-16 units: what matters least is left out first, with its number.
 * Nothing that is quoted can act there: no mention, link, reference, markup or command.
 */
export function markdownReport({ summary, sections }: ReportDocument, longest = LONGEST_MARKDOWN): string {
  let out = `${MARKER}\n### Skill changes\n\n${render(summary)}\n`;
  let leftOut = 0;
  for (const section of sections) {
    const { shown, left } = renderSection(section, longest - out.length - RESERVE);
    out += shown;
    leftOut += left;
  }
  return leftOut === 0
    ? out
    : `${out}\n_${count(leftOut, 'more line')} did not fit; \`skillgraft diff\` prints them all._\n`;
}

function renderSection(section: Section, room: number): { shown: string; left: number } {
  const { title, lines, open } = section;
  if (lines.length === 0) {
    const shown = `\n${render(title)}\n`;
    return shown.length > room ? { shown: '', left: 1 } : { shown, left: 0 };
  }
  const head = open ? `\n#### ${render(title)}\n\n` : `\n<details><summary>${render(title)}</summary>\n\n`;
  const foot = open ? '' : '\n</details>\n';
  let body = '';
  let kept = 0;
  for (const one of lines.slice(0, MOST_LINES)) {
    const item = renderLine(one);
    if (head.length + body.length + item.length + foot.length + RESERVE > room) break;
    body += item;
    kept += 1;
  }
  if (kept === 0) return { shown: '', left: lines.length + 1 };
  const cut = lines.length - kept;
  const more = cut === 0 ? '' : `- … ${cut} more\n`;
  return { shown: head + body + more + foot, left: cut };
}

function renderLine({ parts, mood }: Line): string {
  return `- ${mood === undefined ? '' : ICONS[mood]}${render(parts)}\n`;
}

function render(parts: readonly (string | Quote)[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : quote(part))).join('');
}

function quote(part: Quote): string {
  return inertText('code' in part ? part.code : part.text, LONGEST_QUOTE).replaceAll('<br>', ' ');
}
