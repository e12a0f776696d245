import { SkillgraftError } from '../../schema/errors.js';
import { ignoredSetting } from '../config/findings.js';
import { type ResolvedConfig, resolveConfig } from '../config/resolve.js';
import type { SettingFlags } from '../config/settings.js';
import type { BuildHook } from '../library/folder-source.js';
import type { ParsedArgs } from './args.js';
import type { ArgsOf, Command, CommandContext, OptionSpecs, Writer } from './command.js';
import { createStyle, wantsColor } from './style.js';
import { terminalJson, terminalLine, terminalText } from './terminal-text.js';

/** The process as the command line sees it. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Throws ENOENT where the folder is gone. */
  workingFolder(): string;
  readonly stdout: Writer & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writer & { readonly isTTY?: boolean };
  /** The runtime knows nothing of builds: it is handed in. */
  readonly build?: BuildHook;
}

/** Makes what a command gets from the process and from its parsed arguments. */
export function createContext(host: Host, command: Command, parsed: ParsedArgs): CommandContext {
  const isTTY = host.stdout.isTTY === true;
  const color = wantsColor(host.env, isTTY);
  const noticeColor = wantsColor(host.env, host.stderr.isTTY === true);
  const cwd = workingFolder(host);
  let config: ResolvedConfig | undefined;
  const notice = (text: string): void => void host.stderr.write(`${terminalText(text, noticeColor)}\n`);
  return {
    args: parsed.args as ArgsOf<OptionSpecs>,
    positionals: parsed.positionals,
    env: host.env,
    cwd,
    stdout: host.stdout,
    stderr: host.stderr,
    isTTY,
    stderrIsTTY: host.stderr.isTTY === true,
    color,
    width: terminalWidth(host),
    style: createStyle(color),
    print: (text = '') => void host.stdout.write(`${terminalText(text, color)}\n`),
    notice,
    ...(host.build === undefined ? {} : { build: host.build }),
    json: (value) => void host.stdout.write(terminalJson(value)),
    config: () => {
      if (config !== undefined) return config;
      config = resolveConfig({ flags: flagsOf(command, parsed), env: host.env, cwd });
      if (command.reportsSettings !== true) {
        for (const entry of config.findings) notice(terminalLine(ignoredSetting(entry)));
      }
      return config;
    },
  };
}

function workingFolder(host: Host): string {
  try {
    return host.workingFolder();
  } catch (error) {
    const message = 'The folder that this runs in is gone.';
    throw new SkillgraftError('no-working-folder', message, 'Change to a folder that exists.', {
      cause: error,
    });
  }
}

/** Columns of the terminal, 80 where there is none, never fewer than 40. */
export function terminalWidth(host: Host): number {
  return Math.max(40, host.stdout.columns || 80);
}

function flagsOf(command: Command, parsed: ParsedArgs): SettingFlags {
  const flags: Record<string, unknown> = Object.create(null);
  for (const [name, spec] of Object.entries(command.options)) {
    const value = parsed.args[name];
    const given = value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
    if (spec.setting !== undefined && given) flags[spec.setting] = value;
  }
  return flags as SettingFlags;
}
