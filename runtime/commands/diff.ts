import { type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import type { ComparedVersion, VersionDiff } from '../diff-versions.js';
import { openConfigured } from './open-configured.js';

export const diff = defineCommand({
  name: 'diff',
  summary: 'Show what differs between two versions of a skill',
  description: [
    'All of its files, as a unified diff that `git apply` takes. Where the folder had another name, the diff has the ' +
      'one of now on both sides. The exit code is 0 whether something differs or not.',
  ],
  options: {
    index: settingOption('index'),
    repo: {
      type: 'string',
      value: 'DIR',
      description: 'The git repository for older versions; the one around the index if not given.',
    },
    json: { type: 'boolean', description: 'Print {path, name, from, to, files} as JSON.' },
  },
  positionals: [
    { name: 'SKILL', description: 'Name, path, former name or skill:// URI.', required: true },
    { name: 'FROM', description: 'A version: its number, a commit, or a date (2026-01-31).', required: true },
    { name: 'TO', description: 'The other version; the one in the index if not given.' },
  ],
  examples: ['diff conventional-commits v2 v4', 'diff conventional-commits 2026-01-31'],
  async run(context) {
    const [word = '', from = '', to] = context.positionals;
    const found = await (await openConfigured(context, context.args.repo)).diffVersions(word, from, to);
    if (context.args.json) context.json(found);
    else print(context, found);
    return 0;
  },
});

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
