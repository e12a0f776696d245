import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SkillIndex } from '../../runtime/skill-index.js';
import type { SearchOptions } from '../../runtime/types.js';
import { sharedPath } from '../helpers/shared.js';
import { type BuiltPool, buildFiles, type PoolOptions } from './pool.js';

/** How the suite's own criterion comes out: counts of queries. */
export interface SuiteResult {
  readonly skills: number;
  readonly hits: number;
  readonly first: number;
  readonly top3: number;
  readonly rejections: number;
  readonly rejected: number;
  /** Ids of the queries that are not first, or not rejected. */
  readonly missed: readonly string[];
}

/** What of a skill.json is taken beside name, description and body, and whether the suite's synonyms are. */
export interface SuiteParts {
  readonly triggers: boolean;
  /** When-to-use, keywords and tags. */
  readonly others: boolean;
  readonly synonyms: boolean;
}

/** The suite as it is, and by plain text alone, since several triggers repeat its wording. */
export const SUITES = {
  with: { triggers: true, others: true, synonyms: true },
  without: { triggers: false, others: false, synonyms: false },
} as const satisfies Readonly<Record<string, SuiteParts>>;
export type SuiteName = keyof typeof SUITES;

/** The suite's skills as an index, with its queries. */
export interface Suite extends BuiltPool {
  readonly cases: readonly SuiteCase[];
  /** `namespace:name@version` by path. */
  readonly keys: ReadonlyMap<string, string>;
}

interface SuiteCase {
  readonly id: string;
  readonly mode: 'hit' | 'reject';
  readonly expect: readonly string[];
  readonly query: string;
}

interface SkillJson {
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  readonly description: string;
  readonly whenToUse?: string;
  readonly triggers?: readonly string[];
  readonly keywords?: readonly string[];
  readonly tags?: readonly string[];
  readonly skillType?: string;
}

/** Builds the suite's own skills and runs it. */
export async function runSkillMcp(name: SuiteName): Promise<SuiteResult> {
  const suite = await buildSuite(SUITES[name]);
  try {
    return await runSuite(suite, suite.index);
  } finally {
    suite.dispose();
  }
}

export async function buildSuite(parts: SuiteParts, options: PoolOptions = {}): Promise<Suite> {
  const folder = join(sharedPath('evals')!, 'skill-mcp');
  const skills = readSkillJson(join(folder, 'skills'));
  const files = new Map(skills.map((skill) => [pathOf(skill.json), skillFile(skill, parts)]));
  if (parts.synonyms) files.set('synonyms.json', readFileSync(join(folder, 'synonyms.json'), 'utf8'));
  const keys = skills.map(({ json }) => {
    const path = pathOf(json).replace(/\/SKILL\.md$/, '');
    return [path, `${json.namespace}:${json.name}@${json.version}`] as const;
  });
  const { cases } = JSON.parse(readFileSync(join(folder, 'regression-suite.json'), 'utf8')) as {
    cases: SuiteCase[];
  };
  return { ...(await buildFiles(files, options)), cases, keys: new Map(keys) };
}

/** Runs the suite: an answer is right where one of the expected texts is a part of `namespace:name@version`. */
export async function runSuite(
  { cases, keys }: Suite,
  index: SkillIndex,
  options: SearchOptions = {},
): Promise<SuiteResult> {
  const ranked = [];
  for (const one of cases) {
    const { results } = await index.search(one.query, { ...options, limit: 3 });
    const isRight = results.map(({ path }) => one.expect.some((text) => keys.get(path)!.includes(text)));
    ranked.push({ ...one, rank: isRight.indexOf(true), count: results.length });
  }
  const hits = ranked.filter(({ mode }) => mode === 'hit');
  const rejections = ranked.filter(({ mode }) => mode === 'reject');
  return {
    skills: index.skills.length,
    hits: hits.length,
    first: hits.filter(({ rank }) => rank === 0).length,
    top3: hits.filter(({ rank }) => rank !== -1).length,
    rejections: rejections.length,
    rejected: rejections.filter(({ count }) => count === 0).length,
    missed: ranked
      .filter(({ mode, rank, count }) => (mode === 'hit' ? rank !== 0 : count > 0))
      .map(({ id }) => id),
  };
}

/** Every skill.json, with the body of the SKILL.md beside it where there is one. */
function readSkillJson(folder: string): { json: SkillJson; body: string }[] {
  return readdirSync(folder, { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('skill.json'))
    .sort()
    .map((path) => {
      const text = join(folder, path.replace(/skill\.json$/, 'SKILL.md'));
      const body = existsSync(text) ? readFileSync(text, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '') : '';
      return { json: JSON.parse(readFileSync(join(folder, path), 'utf8')) as SkillJson, body };
    });
}

function pathOf({ namespace, name }: SkillJson): string {
  return `skills/${namespace}/${name}/SKILL.md`;
}

/** JSON is YAML: each value is written as JSON. */
function skillFile({ json, body }: { json: SkillJson; body: string }, parts: SuiteParts): string {
  const keys = {
    name: json.name,
    description: json.description,
    ...(json.skillType === 'rule' ? { kind: 'rule' } : {}),
    ...(parts.triggers ? { triggers: json.triggers } : {}),
    ...(parts.others ? { 'when-to-use': json.whenToUse, keywords: json.keywords, tags: json.tags } : {}),
  };
  const lines = Object.entries(keys).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return `---\n${lines.join('\n')}\n---\n\n${body.trim() || json.description}\n`;
}
