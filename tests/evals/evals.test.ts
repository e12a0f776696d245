import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateText } from '../../build/evals/evaluate.js';
import { belowFloors, type Floors } from '../../build/evals/floors.js';
import { openIndex } from '../../runtime/open-index.js';
import { ROOT, temporaryFolder } from '../helpers/cli.js';
import { sharedPath } from '../helpers/shared.js';
import { buildInto } from '../helpers/skills-repo.js';
import { SETS } from './sets.js';
import { runSkillMcp } from './skill-mcp.js';
import { runSet } from './table.js';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
/** Two points (two queries of the suite) below what was reached; raise them when the ranking gets better. */
const FLOORS = JSON.parse(read('./floors.json')) as Record<string, Floors>;
const SUITE_FLOORS = JSON.parse(read('./suite-floors.json')) as Record<
  'with' | 'without',
  { readonly first: number; readonly top3: number; readonly rejected: number }
>;

describe.skipIf(sharedPath('evals') === null || sharedPath('corpora') === null)('the shared sets', () => {
  it.each(SETS)('$name stays above its floors', async ({ name }) => {
    expect(Object.keys(FLOORS[name]!)).toEqual(expect.arrayContaining(['hit1', 'hit5', 'mrr']));
    expect(belowFloors(await runSet(name), FLOORS[name]!)).toEqual([]);
  });
});

describe.skipIf(sharedPath('evals') === null)('the skill-mcp suite', () => {
  it.each(['with', 'without'] as const)('%s triggers stays above its floors', async (which) => {
    const { hits, rejections, first, top3, rejected } = await runSkillMcp(which === 'with');
    const floors = SUITE_FLOORS[which];
    expect([hits, rejections]).toEqual([22, 12]);
    expect(first).toBeGreaterThanOrEqual(floors.first);
    expect(top3).toBeGreaterThanOrEqual(floors.top3);
    expect(rejected).toBeGreaterThanOrEqual(floors.rejected);
  });
});

describe('our own skills', () => {
  const folder = temporaryFolder();
  beforeAll(() => buildInto({ repo: ROOT, workTree: true, out: `${folder.path}/out` }));
  afterAll(() => folder.remove());

  it('are found by their queries', async () => {
    const index = await openIndex(`${folder.path}/out`);
    const { score, findings } = await evaluateText(index, read('./own.jsonl'), 'own.jsonl');
    expect(findings).toEqual([]);
    expect(belowFloors(score, FLOORS.own!)).toEqual([]);
  });
});
