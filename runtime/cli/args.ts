import { parseArgs } from 'node:util';
import { SkillgraftError } from '../../schema/errors.js';
import { nearest } from '../nearest.js';
import type { Command, OptionSpec, OptionSpecs } from './command.js';

/** `--help` and what every command takes besides its own options. */
const HELP: OptionSpec = { type: 'boolean', short: 'h', description: 'Show this help.' };

type Value = boolean | number | string | string[];

export interface ParsedArgs {
  readonly help: boolean;
  readonly args: Readonly<Record<string, Value | undefined>>;
  readonly positionals: readonly string[];
}

/** The command's own options and `--help`. */
export function allOptions(command: Command): OptionSpecs {
  return { ...command.options, help: HELP };
}

/**
 * Reads a command's arguments into typed values, each checked once.
 * @throws SkillgraftError with what to type instead
 */
export function parseCommandArgs(command: Command, argv: readonly string[]): ParsedArgs {
  const options = allOptions(command);
  const args: Record<string, Value | undefined> = Object.create(null);
  for (const [name, spec] of Object.entries(options)) args[name] = initialValue(spec);
  const positionals: string[] = [];
  for (const token of tokenize(options, argv)) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const spec = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (spec === undefined) throw unknownOption(command, options, token.rawName);
    const value = readValue(command, spec, token.rawName, optionText(token), dashAdvice(spec, token));
    args[token.name] = Array.isArray(value) ? [...(args[token.name] as string[]), ...value] : value;
  }
  const help = args.help === true;
  if (!help) checkPositionals(command, positionals);
  return { help, args, positionals };
}

type Token = ReturnType<typeof tokenize>[number];

function tokenize(options: OptionSpecs, argv: readonly string[]) {
  const config: Record<string, { type: 'boolean' | 'string'; short?: string }> = Object.create(null);
  for (const [name, spec] of Object.entries(options)) {
    config[name] = {
      type: spec.type === 'boolean' ? 'boolean' : 'string',
      ...(spec.short === undefined ? {} : { short: spec.short }),
    };
  }
  return parseArgs({ args: [...argv], options: config, strict: false, tokens: true, allowPositionals: true })
    .tokens;
}

/** The value's text; a word that looks like the next option is not taken for a value, a negative number is. */
function optionText(token: Extract<Token, { kind: 'option' }>): string | undefined {
  const { value } = token;
  if (value === undefined || token.inlineValue) return value;
  return /^-(?!\d|$)/.test(value) ? undefined : value;
}

function initialValue(spec: OptionSpec): Value | undefined {
  if (spec.type === 'boolean') return false;
  if (spec.type === 'string' && spec.multiple) return [];
  return spec.default;
}

/** How a value that looks like an option is given. */
function dashAdvice(spec: OptionSpec, { name, value }: Extract<Token, { kind: 'option' }>): string {
  if (value === undefined || spec.type === 'integer') return '';
  return ` A value that begins with a dash is written --${name}=${valueName(spec)}.`;
}

function readValue(
  command: Command,
  spec: OptionSpec,
  flag: string,
  text: string | undefined,
  dashed: string,
): Value {
  if (spec.type === 'boolean') {
    if (text === undefined) return true;
    throw usage(command, 'option-takes-no-value', `${flag} takes no value.`, `Write ${flag} alone.`);
  }
  if (text === undefined) {
    const advice = `Write ${flag} ${valueName(spec)}.${dashed}`;
    throw usage(command, 'option-needs-value', `${flag} needs a value.`, advice);
  }
  if (spec.type === 'integer') return readInteger(command, spec, flag, text);
  const values = spec.multiple && !spec.whole ? splitList(text) : [text];
  if (values.every((value) => value.trim() === '')) {
    const advice = `Write ${flag} ${valueName(spec)}, or leave it out.`;
    throw usage(command, 'option-needs-value', `${flag} cannot be empty.`, advice);
  }
  for (const value of values) checkChoice(command, spec, flag, value);
  return spec.multiple ? values : text;
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readInteger(
  command: Command,
  spec: Extract<OptionSpec, { type: 'integer' }>,
  flag: string,
  text: string,
): number {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = spec;
  const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const advice = `Give a whole number${rangeText(spec)}, such as ${flag} ${spec.default ?? Math.max(min, 1)}.`;
  throw usage(command, 'bad-integer', `${flag} cannot be "${text}".`, advice);
}

function rangeText(spec: { readonly min?: number; readonly max?: number }): string {
  if (spec.min !== undefined && spec.max !== undefined) return ` from ${spec.min} to ${spec.max}`;
  if (spec.min !== undefined) return ` from ${spec.min} on`;
  return spec.max === undefined ? '' : ` up to ${spec.max}`;
}

function checkChoice(command: Command, spec: OptionSpec, flag: string, value: string): void {
  const choices = spec.type === 'string' ? spec.choices : undefined;
  if (choices === undefined || choices.includes(value)) return;
  throw usage(command, 'bad-choice', `${flag} cannot be "${value}".`, `Give one of: ${choices.join(', ')}.`);
}

/** What stands in the help for an option's value. */
export function valueName(spec: OptionSpec): string {
  if (spec.value !== undefined) return spec.value;
  if (spec.type === 'string' && spec.choices !== undefined) return spec.choices.join('|');
  return spec.type === 'integer' ? 'N' : 'TEXT';
}

function unknownOption(command: Command, options: OptionSpecs, flag: string): SkillgraftError {
  const names = Object.keys(options).map((name) => `--${name}`);
  const near = flag.startsWith('--') ? nearest(flag, names) : [];
  const advice =
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Its options are: ${names.join(', ')}.`;
  return usage(command, 'unknown-option', `skillgraft ${command.name} has no option ${flag}.`, advice);
}

function checkPositionals(command: Command, given: readonly string[]): void {
  const specs = command.positionals ?? [];
  const missing = specs.find((spec, index) => spec.required && given[index] === undefined);
  if (missing !== undefined) {
    const message = `skillgraft ${command.name} needs ${missing.name}: ${missing.description}`;
    throw usage(command, 'missing-argument', message, `Write: ${usageLine(command)}`);
  }
  if (specs.some((spec) => spec.rest) || given.length <= specs.length) return;
  const extra = given[specs.length];
  const message = `skillgraft ${command.name} does not know what to do with "${extra}".`;
  throw usage(command, 'unexpected-argument', message, `Write: ${usageLine(command)}`);
}

/** `skillgraft search QUERY... [options]` */
export function usageLine(command: Command): string {
  const parts = (command.positionals ?? []).map((spec) => {
    const name = spec.rest ? `${spec.name}...` : spec.name;
    return spec.required ? name : `[${name}]`;
  });
  return ['skillgraft', command.name, ...parts, '[options]'].join(' ');
}

function usage(command: Command, code: string, message: string, advice: string): SkillgraftError {
  return new SkillgraftError(code, message, `${advice} See skillgraft ${command.name} --help.`);
}
