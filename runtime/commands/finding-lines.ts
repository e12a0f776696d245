import type { Finding } from '../../schema/diagnostic.js';
import { describe } from '../../schema/messages.js';
import type { Style } from '../cli/style.js';
import { terminalLine } from '../cli/terminal-text.js';

/** A finding with its wording, for programs. */
export function findingRows(
  findings: readonly Finding[],
): readonly (Finding & { readonly message: string })[] {
  return findings.map((one) => ({ ...one, message: describe(one) }));
}

/** A line each: place, severity, wording, code. */
export function findingLines(findings: readonly Finding[], style: Style): string[] {
  return findings.map((one) => {
    const place = terminalLine(`${one.path}:${one.line}:${one.column}`);
    return `${place}  ${paint(one, style)}  ${terminalLine(describe(one))}  ${style.dim(one.code)}`;
  });
}

function paint({ severity }: Finding, style: Style): string {
  if (severity === 'error') return style.red('error');
  return severity === 'warning' ? style.yellow('warning') : style.cyan('note');
}
