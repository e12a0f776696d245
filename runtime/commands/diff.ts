import type { Lookup } from '../catalog.js';
import type { CommandContext } from '../cli/command.js';
import { terminalLine } from '../cli/terminal-text.js';
import type { ComparedVersion, VersionDiff } from '../diff-versions.js';
import { openConfigured } from './open-configured.js';

/** Which versions of which skill, as they were typed. */
export interface VersionWords {
  /** Name, path, former name or skill:// URI. */
  readonly skill: string;
  /** A number, a commit or a date. */
  readonly from: string;
  /** The version in the index where absent. */
  readonly to: string | undefined;
  /** The repository for older versions; the one around the index where absent. */
  readonly repo: string | undefined;
}

/** Prints what differs between two versions of a skill: a patch, or `{path, name, from, to, files}` as JSON. */
export async function printVersionDiff(
  context: CommandContext,
  { skill, from, to, repo }: VersionWords,
  asJson: boolean,
): Promise<void> {
  const found = await (await openConfigured(context, repo)).diffVersions(skill, from, to);
  if (asJson) context.json(found);
  else print(context, found);
}

/** What a word is in the index that the settings name; null where that cannot be opened. */
export async function findSkill(context: CommandContext, word: string): Promise<Lookup | null> {
  const index = await openConfigured(context).catch(() => null);
  return index?.find(word) ?? null;
}

function print(context: CommandContext, { path, from, to, files }: VersionDiff): void {
  context.notice(`${terminalLine(path)}: ${named(from, path)} to ${named(to, path)}`);
  const text = files.map((file) => file.diff).join('');
  // What goes to a file or to a program is a patch, byte for byte; only a terminal has to be kept safe.
  if (text === '') context.notice('Nothing differs.');
  else if (context.isTTY) context.print(text.trimEnd());
  else context.stdout.write(text);
}

function named({ version, commit, path }: ComparedVersion, now: string): string {
  const name = version === null ? '' : `version ${version}`;
  const at = commit === null ? '' : `commit ${commit.slice(0, 12)}`;
  const parts = [name, at].filter((part) => part !== '');
  const known = parts.length === 0 ? 'the version in the index' : parts.join(', ');
  return path === now ? known : `${known}, at ${terminalLine(path)}`;
}
