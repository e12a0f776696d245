import type { Figure } from './figure.js';
import { runSuite, type ScenarioResult } from './suite.js';
import type { Tools } from './tools.js';

/** A scenario, and the requirements that it meets in a run where all is well. */
interface Expected {
  readonly scenario: string;
  /** Revision of the protocol that is spoken, where the scenario is of more than one. */
  readonly revision?: string;
  readonly met: number;
  /** Requirements that need a tool of the suite's. */
  readonly untestable?: number;
}

const SKILLS: readonly Expected[] = [
  { scenario: 'sep-2640-skills-directory', met: 7 },
  { scenario: 'sep-2640-skills-enumeration', met: 32 },
  { scenario: 'sep-2640-skills-manifest', met: 6 },
];

/** The scenarios that need no tool, prompt or resource of the suite's by its name. */
const WITHOUT_FIXTURES: readonly Expected[] = [
  { scenario: 'server-initialize', met: 2 },
  { scenario: 'ping', met: 2 },
  { scenario: 'tools-list', revision: '2025-11-25', met: 3 },
  { scenario: 'tools-list', revision: '2026-07-28', met: 4 },
  { scenario: 'resources-list', revision: '2025-11-25', met: 2 },
  { scenario: 'resources-list', revision: '2026-07-28', met: 2 },
  { scenario: 'prompts-list', revision: '2025-11-25', met: 2 },
  { scenario: 'prompts-list', revision: '2026-07-28', met: 2 },
  { scenario: 'dns-rebinding-protection', revision: '2025-11-25', met: 2 },
  { scenario: 'dns-rebinding-protection', revision: '2026-07-28', met: 2 },
  { scenario: 'sep-2164-resource-not-found', met: 4 },
  { scenario: 'caching', met: 8 },
  { scenario: 'http-header-validation', met: 14 },
  { scenario: 'server-stateless', met: 24, untestable: 4 },
];

/** The product's own server: what the suite can look at without its fixtures, and nothing excused. */
export async function productFigures(tools: Tools, url: string, skills: number): Promise<Figure[]> {
  const extension = await runAll(tools, url, SKILLS);
  const others = await runAll(tools, url, WITHOUT_FIXTURES);
  return [
    figure(`skills extension, ${skills} skills`, extension),
    figure('the product without fixtures', others),
  ];
}

interface Outcome {
  readonly expected: Expected;
  readonly result: ScenarioResult | undefined;
}

async function runAll(tools: Tools, url: string, all: readonly Expected[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const expected of all) {
    const { scenario, revision } = expected;
    const version = revision === undefined ? [] : ['--spec-version', revision];
    const { results } = await runSuite(tools, url, ['--scenario', scenario, ...version]);
    outcomes.push({ expected, result: results[0] });
  }
  return outcomes;
}

function figure(name: string, outcomes: readonly Outcome[]): Figure {
  const wanted = outcomes.reduce((sum, { expected }) => sum + expected.met, 0);
  const met = outcomes.reduce((sum, { result }) => sum + (result?.met ?? 0), 0);
  const asides = outcomes.reduce((sum, { result }) => sum + (result?.untestable.length ?? 0), 0);
  const aside = asides === 0 ? '' : `; ${asides} more need tools of the suite's`;
  return {
    line: `${name}: ${met} of ${wanted} requirements met${aside}`,
    isReached: outcomes.every(isAsExpected),
    details: [
      outcomes.map(({ expected, result }) => `${nameOf(expected)} ${result?.met ?? 0}`).join(', '),
      ...outcomes.filter((outcome) => !isAsExpected(outcome)).map(({ expected }) => oddly(expected)),
      ...outcomes.flatMap(({ result }) => [
        ...(result?.unmet ?? []),
        ...(result?.untestable ?? []),
        ...(result?.warnings ?? []),
      ]),
    ],
  };
}

function isAsExpected({ expected, result }: Outcome): boolean {
  return (
    result !== undefined &&
    result.met === expected.met &&
    result.unmet.length === 0 &&
    result.untestable.length === (expected.untestable ?? 0)
  );
}

function nameOf({ scenario, revision }: Expected): string {
  return revision === undefined ? scenario : `${scenario} (${revision})`;
}

function oddly(expected: Expected): string {
  return `NOT AS EXPECTED: ${nameOf(expected)}, where ${expected.met} are met`;
}
