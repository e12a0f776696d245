import { SkillgraftError } from '../../schema/errors.js';
import { parseCommandArgs } from './args.js';
import type { Command, CommandEntry, ExitCode } from './command.js';
import { createContext, type Host, terminalWidth } from './context.js';
import { createStyle, type Style, wantsColor } from './style.js';
import { terminalJson, terminalText } from './terminal-text.js';

/**
 * Runs one command line and gives the exit code. Failures that the user can mend are printed with advice (and, with
 * `--json`, as `{"error": {code, message, hint}}` on standard output); faults of ours are printed with their stack.
 */
export async function runCli(
  commands: readonly CommandEntry[],
  argv: readonly string[],
  host: Host,
): Promise<ExitCode> {
  try {
    return await dispatch(commands, argv, host);
  } catch (error) {
    if (error instanceof SkillgraftError) reportFailure(error, argv, host);
    else reportFault(error, host);
    return 2;
  }
}

async function dispatch(
  commands: readonly CommandEntry[],
  argv: readonly string[],
  host: Host,
): Promise<ExitCode> {
  const [first, ...rest] = argv;
  if (first === undefined || first === '--help' || first === '-h') return showOverview(commands, host);
  if (first === '--version' || first === '-v') return runCommand(await find(commands, 'version'), rest, host);
  if (first === 'help') {
    const [topic] = rest;
    if (topic === undefined || topic.startsWith('-')) return showOverview(commands, host);
    return showHelp(await find(commands, topic), host);
  }
  if (first.startsWith('-')) throw misplacedOption(first);
  return runCommand(await find(commands, first), rest, host);
}

async function runCommand(command: Command, argv: readonly string[], host: Host): Promise<ExitCode> {
  const parsed = parseCommandArgs(command, argv);
  if (parsed.help) return showHelp(command, host);
  return command.run(createContext(host, command, parsed));
}

async function find(commands: readonly CommandEntry[], name: string): Promise<Command> {
  const entry = commands.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry.load();
  const { nearest } = await import('../nearest.js');
  const near = nearest(
    name,
    commands.map((candidate) => candidate.name),
  );
  const advice = near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
  throw new SkillgraftError(
    'unknown-command',
    `There is no command "${name}".`,
    `${advice}See skillgraft --help.`,
  );
}

function misplacedOption(flag: string): SkillgraftError {
  return new SkillgraftError(
    'unknown-option',
    `skillgraft itself has no option ${flag}.`,
    'Options stand behind the command, as in skillgraft list --json. See skillgraft --help.',
  );
}

async function showOverview(commands: readonly CommandEntry[], host: Host): Promise<ExitCode> {
  const { overviewHelp } = await import('./help.js');
  host.stdout.write(`${overviewHelp(commands, styleOf(host), terminalWidth(host))}\n`);
  return 0;
}

async function showHelp(command: Command, host: Host): Promise<ExitCode> {
  const { commandHelp } = await import('./help.js');
  host.stdout.write(`${commandHelp(command, styleOf(host), terminalWidth(host))}\n`);
  return 0;
}

function styleOf(host: Host): Style {
  return createStyle(wantsColor(host.env, host.stdout.isTTY === true));
}

function reportFailure(error: SkillgraftError, argv: readonly string[], host: Host): void {
  const color = wantsColor(host.env, host.stderr.isTTY === true);
  const style = createStyle(color);
  const text = `${style.red('error:')} ${error.message}\n  ${style.dim(error.hint)}`;
  host.stderr.write(`${terminalText(text, color)}\n`);
  if (!wantsJson(argv)) return;
  const { code, message, hint } = error;
  host.stdout.write(terminalJson({ error: { code, message, hint } }));
}

function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json');
}

function reportFault(error: unknown, host: Host): void {
  const stack = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  const advice =
    'This is a fault of skillgraft itself. Please report it with the lines above, the command and';
  host.stderr.write(`${terminalText(stack)}\n\n${advice}\nthe output of skillgraft version --json.\n`);
}
