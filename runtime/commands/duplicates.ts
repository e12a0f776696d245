import { SkillgraftError } from '../../schema/errors.js';
import { type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { type DuplicatePair, type Duplicates, PAIRS, THRESHOLD } from '../duplicates.js';
import { shown } from '../search/check-options.js';
import { openConfigured } from './open-configured.js';

export const duplicates = defineCommand({
  name: 'duplicates',
  summary: 'Find skills that are there more than once',
  description: [
    'First copies: skills with the same name, description and text. Then pairs of skills that are near in meaning, ' +
      'nearest first, by the vectors of the index; of copies one is compared. Archived skills are left out.',
    'This is a report, as a search is: the exit code is 0 whether there are some or not.',
  ],
  options: {
    index: settingOption('index'),
    threshold: {
      type: 'string',
      value: 'COSINE',
      description: `How near two skills must be, above 0 and up to 1; ${THRESHOLD} if not given.`,
    },
    limit: {
      type: 'integer',
      short: 'n',
      min: PAIRS.min,
      max: PAIRS.max,
      default: 50,
      description: 'How many pairs are shown; 50 if not given.',
    },
    json: { type: 'boolean', description: 'Print {threshold, compared, copies, pairs, more} as JSON.' },
  },
  examples: ['duplicates', 'duplicates --threshold 0.9 --json'],
  async run(context) {
    const { limit } = context.args;
    const threshold = readThreshold(context.args.threshold ?? String(THRESHOLD));
    const index = await openConfigured(context);
    const found = await index.duplicates({ limit, threshold });
    if (context.args.json) context.json(found);
    else print(context, found);
    return 0;
  },
});

function readThreshold(text: string): number {
  const value = /^(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value > 0 && value <= 1) return value;
  const hint = `Give a number above 0, up to 1, such as --threshold ${THRESHOLD}. See skillgraft duplicates --help.`;
  throw new SkillgraftError('bad-option', `--threshold cannot be ${shown(text)}.`, hint);
}

function print(context: CommandContext, { threshold, compared, copies, pairs, more }: Duplicates): void {
  for (const group of copies) {
    context.print(context.style.bold('Copies of each other'));
    for (const path of group) context.print(`  ${terminalLine(path)}`);
    context.print();
  }
  for (const pair of pairs) context.print(pairLine(context, pair));
  if (more > 0) context.notice(`and ${more} more: --limit shows up to ${PAIRS.max}.`);
  if (pairs.length > 0) return;
  context.notice(
    compared < 2
      ? `There ${compared === 1 ? 'is only one skill' : 'are no skills'} to compare.`
      : `Of ${compared} skills no two are as near as ${threshold}.`,
  );
}

function pairLine({ style }: CommandContext, { a, b, cosine, sameBody, handsOff }: DuplicatePair): string {
  const marks = [sameBody ? 'same text' : '', handsOff ? 'one sends to the other' : ''].filter(Boolean);
  const paths = `${terminalLine(a)}  ${terminalLine(b)}`;
  return `${style.green(cosine.toFixed(3))}  ${paths}  ${style.yellow(marks.join(', '))}`.trimEnd();
}
