import { type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { cut } from '../cli/wrap.js';
import type { SearchResult } from '../types.js';
import { filterOf, filterOptions } from './filter-options.js';
import { openConfigured } from './open-configured.js';

export const search = defineCommand({
  name: 'search',
  summary: 'Find the skills that fit a task',
  description: [
    'Ranks skills by exact BM25 over name, description, headings and body. Works offline, on the index alone.',
  ],
  options: {
    index: settingOption('index'),
    limit: settingOption('limit', 'n'),
    ...filterOptions,
    verbose: {
      type: 'boolean',
      short: 'v',
      description: 'Show each part of the score and the words that matched.',
    },
    json: { type: 'boolean', description: 'Print {query, results, rejected, notices} as JSON.' },
  },
  positionals: [{ name: 'QUERY', description: 'The task in a few words.', required: true, rest: true }],
  examples: ['search "write a commit message"', 'search cors error --limit 3 --json'],
  async run(context) {
    const { args } = context;
    const index = await openConfigured(context);
    const answer = await index.search(context.positionals.join(' '), {
      limit: context.config().values.limit,
      verbose: args.verbose,
      ...filterOf(args),
    });
    if (args.json) {
      context.json(answer);
      return 0;
    }
    answer.results.forEach((result, i) => {
      if (i > 0) context.print();
      for (const line of resultLines(context, result, i + 1)) context.print(line);
    });
    if (answer.rejected !== null) context.print(terminalLine(answer.rejected.message));
    for (const { message } of answer.notices) context.notice(message);
    return 0;
  },
});

function resultLines(context: CommandContext, result: SearchResult, rank: number): string[] {
  const { style } = context;
  const marks = [
    result.version === null ? '' : `v${result.version}`,
    result.status === 'active' ? '' : style.yellow(result.status),
    result.expired ? style.yellow('expired') : '',
    terminalLine(result.tags.map((tag) => `#${tag}`).join(' ')),
  ].filter((mark) => mark !== '');
  const lines = [
    `${String(rank).padStart(2)}. ${style.bold(terminalLine(result.displayName ?? result.name))}  ${style.green(result.score.toFixed(3))}  ${marks.join('  ')}`.trimEnd(),
    `    ${style.dim(terminalLine(result.path))}`,
    `    ${cut(terminalLine(result.description), Math.max(context.width - 4, 40) * 2)}`,
  ];
  if (result.formerly !== undefined)
    lines.push(`    ${terminalLine(`formerly ${result.formerly.join(', ')}`)}`);
  for (const part of result.parts ?? []) {
    lines.push(`    ${part.field.padEnd(12)} ${part.score.toFixed(3)}  ${part.terms.join(' ')}`.trimEnd());
  }
  return lines;
}
