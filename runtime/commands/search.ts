import { type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { cut } from '../cli/wrap.js';
import type { Rejection, SearchAnswer, SearchResult } from '../types.js';
import { utilityText } from '../usage/utility.js';
import { userSkillsOption } from './configured-sources.js';
import { filterOf, filterOptions } from './filter-options.js';
import { openConfiguredLibrary } from './open-configured.js';
import { wordsOfQuery } from './query-words.js';
import { gateLines, partLines } from './score-lines.js';

export const search = defineCommand({
  name: 'search',
  summary: 'Find the skills that fit a task',
  description: [
    'Ranks skills by their words (exact BM25 over name, description, headings, body and what other skills say of ' +
      'them) and by their meaning. Works offline, on the index alone.',
    'A query that no skill seems to fit gets no result, but the reason and the nearest miss; the exit code is 0 all ' +
      'the same.',
  ],
  options: {
    index: settingOption('index'),
    'user-skills': userSkillsOption,
    limit: settingOption('limit', 'n'),
    ...filterOptions,
    'no-gate': {
      type: 'boolean',
      description: 'Show the best matches even where no skill seems to fit.',
    },
    fusion: settingOption('fusion'),
    verbose: {
      type: 'boolean',
      short: 'v',
      description: 'Show each part of the score, the terms that matched, and what the gate saw.',
    },
    json: {
      type: 'boolean',
      description: 'Print {query, results, rejected, notices} as JSON; with --verbose, gate besides.',
    },
  },
  positionals: [{ name: 'QUERY', description: 'The task in a few words.', required: true, rest: true }],
  examples: [
    'search "write a commit message"',
    'search cors error --limit 3 --json',
    'search release notes --type WORKFLOW --current --verbose',
  ],
  async run(context) {
    const { args } = context;
    const index = await openConfiguredLibrary(context);
    const { limit, fusion } = context.config().values;
    const query = context.positionals.join(' ');
    const answer = await index.search(query, {
      limit,
      fusion,
      verbose: args.verbose,
      gate: !args['no-gate'],
      ...filterOf(args),
    });
    // A single index has what it says of itself apart.
    const said = new Set(answer.notices.map(({ message }) => message));
    const own = (index.notices ?? []).filter(({ message }) => !said.has(message));
    const shown = { ...answer, notices: [...own, ...answer.notices] };
    if (args.json) context.json(shown);
    else printAnswer(context, shown, wordsOfQuery(query));
    return 0;
  },
});

function printAnswer(
  context: CommandContext,
  { results, rejected, gate, notices }: SearchAnswer,
  shown: (term: string) => string,
): void {
  results.forEach((result, i) => {
    if (i > 0) context.print();
    for (const line of resultLines(context, result, i + 1, shown)) context.print(line);
  });
  if (rejected !== null) for (const line of rejectionLines(context, rejected)) context.print(line);
  if (gate !== undefined) {
    context.print();
    for (const line of gateLines(context, gate)) context.print(line);
  }
  for (const { message } of notices) context.notice(message);
}

function resultLines(
  context: CommandContext,
  result: SearchResult,
  rank: number,
  shown: (term: string) => string,
): string[] {
  const { style } = context;
  const marks = [
    result.version === null ? '' : `v${result.version}`,
    result.status === 'active' ? '' : style.yellow(result.status),
    result.expired ? style.yellow('expired') : '',
    result.source === undefined ? '' : `from ${[result.source, ...(result.alsoIn ?? [])].join(', ')}`,
    terminalLine(result.tags.map((tag) => `#${tag}`).join(' ')),
  ].filter((mark) => mark !== '');
  const lines = [
    `${String(rank).padStart(2)}. ${style.bold(terminalLine(result.displayName ?? result.name))}  ${style.green(result.score.toFixed(3))}  ${marks.join('  ')}`.trimEnd(),
    `    ${style.dim(terminalLine(result.path))}`,
    describe(context, result.description),
  ];
  if (result.formerly !== undefined)
    lines.push(`    ${terminalLine(`formerly ${result.formerly.join(', ')}`)}`);
  for (const version of result.utility?.versions.slice(0, 1) ?? [])
    lines.push(`    ${terminalLine(utilityText(version))}`);
  return [...lines, ...partLines(result.parts ?? [], shown, '    ')];
}

/** Why there is nothing, and the beginning of what the nearest miss says of itself. */
function rejectionLines(context: CommandContext, { reason, message, nearest }: Rejection): string[] {
  const lines = [terminalLine(message)];
  if (nearest !== undefined) lines.push(describe(context, nearest.description));
  if (reason === 'no-fit') lines.push(context.style.dim('--no-gate shows the best matches all the same.'));
  return lines;
}

/** Two lines of a description at most. */
function describe(context: CommandContext, description: string): string {
  return `    ${cut(terminalLine(description), Math.max(context.width - 4, 40) * 2)}`;
}
