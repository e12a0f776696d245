import { allOptions, usageLine, valueName } from './args.js';
import type { Command, CommandEntry, OptionSpec } from './command.js';
import type { Style } from './style.js';
import { definitions, wrap } from './wrap.js';

/** The help of `skillgraft` itself: what it is and its commands. */
export function overviewHelp(commands: readonly CommandEntry[], style: Style, width: number): string {
  const rows = commands.map((entry) => [style.cyan(entry.name), entry.summary] as const);
  return [
    ...wrap('Builds a search index from a git repository of skills, and answers from it offline.', width),
    '',
    `${style.bold('Usage')}  skillgraft COMMAND [options]`,
    '',
    style.bold('Commands'),
    ...definitions(rows, width),
    '',
    ...wrap(
      'skillgraft COMMAND --help tells more about one of them; skillgraft --version prints the version.',
      width,
    ),
    ...wrap('Exit codes: 0 clean, 1 there are findings, 2 it could not run.', width),
  ].join('\n');
}

/** The help page of one command. */
export function commandHelp(command: Command, style: Style, width: number): string {
  const lines = [...wrap(command.summary, width), '', `${style.bold('Usage')}  ${usageLine(command)}`];
  for (const paragraph of command.description ?? []) lines.push('', ...wrap(paragraph, width));
  const positionals = (command.positionals ?? []).map(
    (spec) => [style.cyan(spec.name), spec.description] as const,
  );
  if (positionals.length > 0) lines.push('', style.bold('Arguments'), ...definitions(positionals, width));
  const options = Object.entries(allOptions(command)).map(
    ([name, spec]) => [style.cyan(flagText(name, spec)), optionText(spec)] as const,
  );
  lines.push('', style.bold('Options'), ...definitions(options, width));
  const examples = (command.examples ?? []).map((example) => `  skillgraft ${example}`);
  if (examples.length > 0) lines.push('', style.bold('Examples'), ...examples);
  return lines.join('\n');
}

function flagText(name: string, spec: OptionSpec): string {
  const short = spec.short === undefined ? '    ' : `-${spec.short}, `;
  const value = spec.type === 'boolean' ? '' : ` ${valueName(spec)}`;
  return `${short}--${name}${value}`;
}

function optionText(spec: OptionSpec): string {
  const notes: string[] = [];
  if (spec.type === 'integer' && (spec.min !== undefined || spec.max !== undefined)) {
    notes.push(`${spec.min ?? ''}..${spec.max ?? ''}`);
  }
  if (spec.type === 'string' && spec.multiple)
    notes.push(spec.whole ? 'several: repeat it' : 'several: repeat it or use commas');
  if (spec.type !== 'boolean' && spec.default !== undefined) notes.push(`default ${spec.default}`);
  return notes.length === 0 ? spec.description : `${spec.description} (${notes.join('; ')})`;
}
