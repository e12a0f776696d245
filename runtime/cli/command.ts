import type { ResolvedConfig } from '../config/resolve.js';
import type { SettingKey } from '../config/settings.js';
import type { BuildHook } from '../library/folder-source.js';
import type { Style } from './style.js';

/** 0: clean. 1: there are findings. 2: it could not run. */
export type ExitCode = 0 | 1 | 2;

/** Where text goes. */
export interface Writer {
  write(text: string): unknown;
}

interface OptionBase {
  readonly description: string;
  /** One letter, used with one dash. */
  readonly short?: string;
  /** Stands in the help for the value, such as `DIR`. */
  readonly value?: string;
  /** The flag sets this setting, ahead of the environment and of files. */
  readonly setting?: SettingKey;
}

export interface BooleanOption extends OptionBase {
  readonly type: 'boolean';
}

export interface StringOption extends OptionBase {
  readonly type: 'string';
  readonly choices?: readonly string[];
  /** May be given several times; each value may also hold several, with commas between them. */
  readonly multiple?: boolean;
  /** True: a comma is part of a value. */
  readonly whole?: boolean;
  readonly default?: string;
}

export interface IntegerOption extends OptionBase {
  readonly type: 'integer';
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
}

export type OptionSpec = BooleanOption | StringOption | IntegerOption;
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type Given<S extends OptionSpec> = S extends BooleanOption
  ? boolean
  : S extends IntegerOption
    ? number
    : S extends { multiple: true }
      ? readonly string[]
      : S extends { choices: readonly (infer C)[] }
        ? C
        : string;

type Sure<S extends OptionSpec> = S extends
  | BooleanOption
  | { multiple: true }
  | { default: string }
  | { default: number }
  ? Given<S>
  : Given<S> | undefined;

/** Values by option name: a boolean is false and a list is empty where nothing was given. */
export type ArgsOf<O extends OptionSpecs> = { readonly [K in keyof O]: Sure<O[K]> };

export interface PositionalSpec {
  /** In capitals, as the help shows it. */
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  /** Takes all that the others leave. */
  readonly rest?: boolean;
}

/** What a command may use of the outside. */
export interface CommandContext<O extends OptionSpecs = OptionSpecs> {
  readonly args: ArgsOf<O>;
  readonly positionals: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Raw; for text that people read use `print` and `notice`. */
  readonly stdout: Writer;
  readonly stderr: Writer;
  /** True where standard output is a terminal. */
  readonly isTTY: boolean;
  /** True where standard error is a terminal, so that progress may be shown there. */
  readonly stderrIsTTY: boolean;
  readonly color: boolean;
  /** Columns of the terminal, 80 where there is none. */
  readonly width: number;
  readonly style: Style;
  /** One line (or several) to standard output, made safe for a terminal. */
  print(text?: string): void;
  /** The same to standard error: progress, notes, advice. */
  notice(text: string): void;
  /** A value as JSON to standard output. */
  json(value: unknown): void;
  /** Builds folders of skills that have no index; absent where there is no build. */
  readonly build?: BuildHook;
  /** Settings from flags, environment, `.env`, file and defaults. Read once, when first asked for. */
  config(): ResolvedConfig;
}

/** One command. `name` and `summary` are those of the list in `cli.ts`. */
export interface Command<O extends OptionSpecs = OptionSpecs> {
  readonly name: string;
  readonly summary: string;
  /** Paragraphs for its help page. */
  readonly description?: readonly string[];
  readonly options: O;
  readonly positionals?: readonly PositionalSpec[];
  /** It shows itself what is wrong with the settings; for others that is told on standard error. */
  readonly reportsSettings?: boolean;
  /** Command lines for its help page, without the leading `skillgraft`. */
  readonly examples?: readonly string[];
  run(context: CommandContext<O>): Promise<ExitCode>;
}

/** A command as the list in `cli.ts` knows it: enough for the help, the rest is loaded when it is run. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/** Keeps the options' types, so that `context.args` has the right one for each, and gives them up for the list. */
export function defineCommand<const O extends OptionSpecs>(command: Command<O>): Command {
  return command as unknown as Command;
}
