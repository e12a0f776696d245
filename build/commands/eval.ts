import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CommandContext, defineCommand } from '../../runtime/cli/command.js';
import { settingOption } from '../../runtime/cli/setting-option.js';
import { openConfigured } from '../../runtime/commands/open-configured.js';
import { SkillgraftError } from '../../schema/errors.js';
import { compareScores, type EarlierScore, readEarlier } from '../evals/compare.js';
import { type EvaluatedFile, evaluateText } from '../evals/evaluate.js';
import { belowFloors, type Floors, readFloors } from '../evals/floors.js';
import { comparisonLines, floorLine, missLine, scoreLine } from '../evals/report.js';
import { findingRow } from '../report/rows.js';
import { findingLines } from '../report/text.js';

export const evalCommand = defineCommand({
  name: 'eval',
  summary: 'Measure how well the index answers a list of queries',
  description: [
    'Each line of a file is {"id": ..., "query": ..., "expected": [names]}; an expected name is that of a skill or of ' +
      'its folder. Where no skill fits, `expected` is empty: right is an answer without results, or, with ' +
      '"not": [names], one that none of these wins.',
    'A line that cannot be read or has no query is an error; a name that no skill has and an id that stands twice are ' +
      'warnings, and count as they are.',
    'Exit code 1 where a metric is below its floor or there is an error, 2 where it could not run.',
  ],
  options: {
    index: settingOption('index'),
    floors: {
      type: 'string',
      value: 'FILE',
      description:
        'JSON with the least to reach, one flat object that holds for each file, such as {"hit1": 0.7}; keys: hit1, hit5, mrr, rejected, not.',
    },
    compare: {
      type: 'string',
      value: 'FILE',
      description: 'What an earlier run printed with --json: show which queries were won and lost.',
    },
    json: {
      type: 'boolean',
      description: 'Print {queries, hit1, hit5, mrr, rejected, misses, ...} as JSON.',
    },
  },
  positionals: [
    { name: 'QUERIES', description: 'Files of queries, JSON Lines.', required: true, rest: true },
  ],
  examples: ['eval evals/queries.jsonl', 'eval evals/queries.jsonl --floors evals/floors.json --json'],
  async run(context) {
    const { args } = context;
    const floors = args.floors === undefined ? {} : readFloors(await read(context, args.floors), args.floors);
    const earlier =
      args.compare === undefined ? [] : readEarlier(await read(context, args.compare), args.compare);
    const texts = await Promise.all(context.positionals.map((path) => read(context, path)));
    const index = await openConfigured(context);
    // Words alone would be measured as if they were all: said before the figures.
    const { notice } = await index.meaning();
    if (notice !== null) context.notice(notice.message);
    const files: EvaluatedFile[] = [];
    for (const [i, text] of texts.entries())
      files.push(await evaluateText(index, text, context.positionals[i]!));
    const judged = files.map((file) => judge(file, floors, earlier));
    if (args.json)
      context.json(judged.length === 1 ? judged[0]!.json : { files: judged.map(({ json }) => json) });
    else for (const file of judged) print(context, file);
    return judged.every(({ isGood }) => isGood) ? 0 : 1;
  },
});

type Judged = ReturnType<typeof judge>;

function judge(file: EvaluatedFile, floors: Floors, earlier: readonly EarlierScore[]) {
  const { path, score, findings, queries } = file;
  const below = belowFloors(score, floors);
  const before = earlier.find((one) => one.file === path) ?? (earlier.length === 1 ? earlier[0] : undefined);
  const comparison = before === undefined ? undefined : compareScores(score, before, queries);
  const json = {
    file: path,
    ...score,
    findings: findings.map(findingRow),
    below,
    ...(comparison === undefined ? {} : { comparison }),
  };
  return {
    path,
    score,
    findings,
    below,
    comparison,
    json,
    isGood: below.length === 0 && findings.every(({ severity }) => severity !== 'error'),
  };
}

function print(context: CommandContext, { path, score, findings, below, comparison }: Judged): void {
  const { style } = context;
  context.print(style.bold(path));
  context.print(`  ${scoreLine(score)}`);
  for (const miss of score.misses) context.print(`  ${style.yellow('miss')} ${missLine(miss)}`);
  for (const line of comparison === undefined ? [] : comparisonLines(comparison)) context.print(`  ${line}`);
  for (const line of findingLines(findings, style)) context.print(line);
  for (const one of below) context.print(`  ${style.red(floorLine(one))}`);
}

async function read(context: CommandContext, path: string): Promise<string> {
  try {
    return await readFile(resolve(context.cwd, path), 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const message = `${path} cannot be read (${code}).`;
    throw new SkillgraftError('file-unreadable', message, 'Check the path.', { cause: error });
  }
}
