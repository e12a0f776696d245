import type { Style } from '../../../runtime/cli/style.js';
import { terminalLine } from '../../../runtime/cli/terminal-text.js';
import { excerpt } from '../../../schema/text.js';
import type { Line, Quote, ReportDocument } from './document.js';

const LONGEST_QUOTE = 300;

/** A report for a terminal, all of it. */
export function textReport({ summary, sections }: ReportDocument, style: Style): string[] {
  const lines = [style.bold(render(summary, style))];
  for (const { title, lines: all } of sections) {
    lines.push('', style.bold(render(title, style)), ...all.map((line) => renderLine(line, style)));
  }
  return lines;
}

function renderLine({ parts, mood }: Line, style: Style): string {
  const mark =
    mood === 'bad'
      ? style.red('!')
      : mood === 'warn'
        ? style.yellow('?')
        : mood === 'good'
          ? style.green('+')
          : ' ';
  return `  ${mark} ${render(parts, style)}`;
}

function render(parts: readonly (string | Quote)[], style: Style): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('code' in part) return style.cyan(terminalLine(part.code));
      return `"${excerpt(terminalLine(part.text), LONGEST_QUOTE)}"`;
    })
    .join('');
}
