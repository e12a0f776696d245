import { type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { columns } from '../cli/wrap.js';
import type { ProposalBranch } from '../propose/git/list-proposals.js';

export const proposals = defineCommand({
  name: 'proposals',
  summary: 'List the proposals that wait for review',
  description: [
    'With how many commits the main line is ahead of where each one starts, and how many it brings besides its own.',
  ],
  options: {
    all: { type: 'boolean', description: 'Those that are merged, too.' },
    base: settingOption('base'),
    repo: { type: 'string', value: 'DIR', description: 'The skills repository; this one if not given.' },
    json: { type: 'boolean', description: 'Print {main, proposals} as JSON.' },
  },
  examples: ['proposals', 'proposals --all --json'],
  async run(context) {
    const { args } = context;
    const [{ openRepository }, { mainLine }, { listProposals }] = await Promise.all([
      import('../git/open.js'),
      import('../propose/main-line.js'),
      import('../propose/git/list-proposals.js'),
    ]);
    const repository = await openRepository(args.repo ?? context.cwd);
    try {
      const { ref, commit } = await mainLine(repository, context.config().values.base ?? undefined);
      const found = (await listProposals(repository, commit)).filter((one) => args.all || !one.isMerged);
      if (args.json) context.json({ main: { ref, commit }, proposals: found });
      else if (found.length === 0) context.notice('No proposal waits.');
      else print(context, found, ref);
    } finally {
      await repository.close();
    }
    return 0;
  },
});

function print(context: CommandContext, found: readonly ProposalBranch[], main: string): void {
  const { style } = context;
  const rows = found.map(({ branch, changelog, message, behind, extra, author, isMerged }) => {
    const subject = changelog === null ? message.split('\n', 1)[0]! : `${changelog.action} ${changelog.name}`;
    const reason = changelog?.reason ?? '';
    const date = new Date(author.at * 1000).toISOString().slice(0, 10);
    return [
      style.green(`skillgraft/${branch}`),
      date,
      terminalLine(author.name),
      isMerged ? style.dim('merged') : placeOf(behind, extra, main),
      terminalLine(reason === '' ? subject : `${subject}: ${reason}`),
    ];
  });
  for (const line of columns(rows)) context.print(line);
}

function placeOf(behind: number | null, extra: number | null, main: string): string {
  if (behind === null) return `not from ${terminalLine(main)}`;
  const late = behind === 0 ? [] : [`${behind} behind ${terminalLine(main)}`];
  const more = extra === null || extra === 0 ? [] : [`brings ${extra} more commit${extra === 1 ? '' : 's'}`];
  return [...late, ...more].join(', ') || 'up to date';
}
