import { writeFileSync } from 'node:fs';
import { packageRoot } from '../../runtime/package-info.js';
import { SETS } from './sets.js';
import { areThere, figure, head, MISSING, row } from './table.js';
import { type Compared, foldSet, hitsByRecords, openRecordable, type RecordableSet } from './usage-folds.js';
import { USAGE_GOALS } from './usage-goals.js';
import { type PlotLine, usagePlot } from './usage-plot.js';

const STEPS = [0, 1, 2, 4, 8, 16, 32] as const;
const COLUMNS = [
  'hit@1 without -> with records',
  'queries',
  'four fifths recorded, the rest asked',
  'change in points (goal)',
  'half of the skills recorded: their other queries',
  'queries of the skills that have none',
  'weights of the folds, of the halves',
  'off-topic accepted',
];

/** What recorded queries are worth on each shared set, as a table of Markdown; draws `tests/bench/usage.svg`, too. */
export async function* usageTable(): AsyncGenerator<string> {
  if (!areThere()) {
    yield MISSING;
    return;
  }
  yield* head(COLUMNS);
  const lines: PlotLine[] = [];
  for (const { name } of SETS) {
    const set = await openRecordable(name);
    try {
      yield await setRow(name, set);
      lines.push(await plotLine(name, set));
    } finally {
      set.dispose();
    }
  }
  writeFileSync(new URL('tests/bench/usage.svg', packageRoot()), usagePlot(lines, STEPS));
}

async function setRow(name: string, set: RecordableSet): Promise<string> {
  const { folds, recorded, unrecorded, weights, offTopic } = await foldSet(set);
  const points = (100 * (folds.with - folds.without)).toFixed(1);
  const goal = (100 * USAGE_GOALS[name]!).toFixed(1);
  return row([
    name,
    folds.queries,
    arrow(folds),
    `${points} (${goal})`,
    arrow(recorded),
    arrow(unrecorded),
    `${weights.slice(0, -2).join(' ')}, ${weights.slice(-2).join(' ')}`,
    `${figure(offTopic.without)} -> ${figure(offTopic.with)}`,
  ]);
}

function arrow(compared: Compared): string {
  return `${figure(compared.without)} -> ${figure(compared.with)}`;
}

/** As far as more records are there. */
async function plotLine(name: string, set: RecordableSet): Promise<PlotLine> {
  const points: { most: number; hit1: number }[] = [];
  let before = -1;
  for (const most of STEPS) {
    const { records, hit1 } = await hitsByRecords(set, most);
    if (records === before) break;
    before = records;
    points.push({ most, hit1 });
  }
  return { name, points };
}
