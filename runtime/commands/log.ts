import type { ChangelogRecord } from '../../schema/changelog-trailers.js';
import { type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { lineageReason } from '../lineage-reason.js';
import { handOffsOf, type LineageAnswer, type VersionView } from '../lineage-view.js';
import { openConfigured } from './open-configured.js';

export const log = defineCommand({
  name: 'log',
  summary: "Show a skill's lineage: versions, renames, copies, parents",
  description: ['Newest first, across renames. The history stands in the index; git is not asked.'],
  options: {
    index: settingOption('index'),
    json: { type: 'boolean', description: 'Print it as JSON.' },
  },
  positionals: [{ name: 'SKILL', description: 'Name, path, former name or skill:// URI.', required: true }],
  examples: ['log conventional-commits'],
  async run(context) {
    const index = await openConfigured(context);
    const lineage = index.lineage(context.positionals[0]!);
    if (context.args.json) context.json(lineage);
    else printLineage(context, lineage);
    return 0;
  },
});

function printLineage(context: CommandContext, lineage: LineageAnswer): void {
  const { style } = context;
  context.print(style.bold(terminalLine(lineage.path)));
  if (lineage.formerly.length > 0) context.print(terminalLine(`formerly ${lineage.formerly.join(', ')}`));
  for (const version of [...lineage.versions].reverse()) {
    context.print(versionLine(context, version, lineage.truncated));
  }
  const handedTo = handOffsOf(lineage);
  if (handedTo.length > 0) context.print(terminalLine(`hands off to: ${handedTo.join(', ')}`));
  for (const edge of lineage.edges.filter(({ type }) => type !== 'rename' && type !== 'hands-off-to')) {
    context.print(`${edge.type.padEnd(9)} ${terminalLine(`${edge.from} -> ${edge.to}`)}`);
  }
  if (lineage.truncated)
    context.notice(`Older versions are not known: ${lineageReason(lineage.reason ?? lineage.status)}.`);
}

/** Versions are counted from the first one; where that is not known, none has a number. */
function versionLine(context: CommandContext, version: VersionView, truncated: boolean): string {
  const { style } = context;
  const what = version.from === undefined ? version.change : `rename from ${version.from}`;
  const notes = [...(version.changelogs ?? []).map(saidIn), driftOf(version)].filter((note) => note !== '');
  const note = notes.map((one) => ` [${one}]`).join('');
  const number = truncated ? '-' : `v${version.version}`;
  const head = `${style.green(number.padEnd(5))} ${version.date.slice(0, 10)} ${style.dim(version.commit.slice(0, 10))} ${what}`;
  return `${head}  ${terminalLine(`${version.subject}${note}`)}  ${style.dim(terminalLine(version.author))}`;
}

function saidIn({ action, trigger, reason }: ChangelogRecord): string {
  return [action, trigger, reason].filter((part) => part !== undefined).join('; ');
}

/** Numbers that somebody wrote down, where git counts another one. */
function driftOf({ drift }: VersionView): string {
  const declared = drift?.declared === undefined ? [] : [`the text declares ${drift.declared}`];
  const proposed = drift?.proposed === undefined ? [] : [`proposed as ${drift.proposed}`];
  return [...declared, ...proposed].join(', ');
}
