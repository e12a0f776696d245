import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isScalar, isSeq, parseDocument } from 'yaml';
import { ROOT } from '../helpers/cli.js';
import type { Figure } from './figure.js';
import { runSuite, scoredScenarios } from './suite.js';
import type { Tools } from './tools.js';

/** A revision of the protocol, and what the suite finds of it behind the HTTP stack. */
interface Expected {
  readonly revision: string;
  /** Scenarios that are scored, and those of them in which nothing fails. */
  readonly scored: number;
  readonly passed: number;
  /** Requirements that are met in those that pass. */
  readonly met: number;
  /** File of the scenarios that are not expected to pass without a warning; null: all are. */
  readonly baseline: string | null;
}

const REVISIONS: readonly Expected[] = [
  { revision: '2026-07-28', scored: 37, passed: 37, met: 118, baseline: null },
  {
    revision: '2025-11-25',
    scored: 30,
    passed: 24,
    met: 47,
    baseline: join(ROOT, 'tests/conformance/legacy-baseline.yml'),
  },
];

/** The suite's fixtures behind the product's HTTP stack: all that each revision of the protocol scores. */
export async function revisionFigures(tools: Tools, url: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const expected of REVISIONS) figures.push(await revisionFigure(tools, url, expected));
  return figures;
}

async function revisionFigure(tools: Tools, url: string, expected: Expected): Promise<Figure> {
  const { revision, baseline } = expected;
  const reasons = baseline === null ? new Map<string, string>() : readBaseline(baseline);
  const excused = baseline === null ? [] : ['--expected-failures', baseline];
  const run = await runSuite(tools, url, ['--requirements', revision, ...excused]);
  const names = scoredScenarios(tools.modules, revision);
  const scored = run.results.filter(({ scenario }) => names.includes(scenario));
  const passed = scored.filter(({ unmet, untestable }) => unmet.length + untestable.length === 0);
  const met = passed.reduce((sum, result) => sum + result.met, 0);
  // The suite passes a scenario in which it could look at nothing.
  const odd = scored.filter(
    (result) => !reasons.has(result.scenario) && !(passed.includes(result) && result.met > 0),
  );
  const isReached =
    run.code === 0 &&
    names.length === expected.scored &&
    scored.length === expected.scored &&
    passed.length === expected.passed &&
    met === expected.met &&
    odd.length === 0;
  return {
    line: `${revision}: ${passed.length} of ${names.length} scored scenarios pass, ${met} requirements met`,
    isReached,
    details: [
      ...[...reasons].map(([scenario, reason]) => `expected: ${scenario}: ${reason}`),
      ...(isReached
        ? []
        : [`NOT AS EXPECTED: ${JSON.stringify(expected)}; the suite ended with ${run.code}`]),
      ...odd.flatMap(({ scenario, unmet, untestable }) => [scenario, ...unmet, ...untestable]),
    ],
  };
}

/** Each scenario of a baseline with the comment behind it, which says why. */
function readBaseline(file: string): Map<string, string> {
  const entries = parseDocument(readFileSync(file, 'utf8')).get('server');
  if (!isSeq(entries)) return new Map();
  return new Map(
    entries.items.map((item) => {
      if (!isScalar(item) || !item.comment) throw new Error(`${file}: an entry without its reason`);
      return [String(item.value), item.comment.trim()];
    }),
  );
}
