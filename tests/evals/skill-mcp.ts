import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPath } from '../helpers/shared.js';
import { type BuiltPool, buildFiles } from './pool.js';

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

/**
 * Runs the suite over its own skills. An answer is right where one of the expected texts is a part of
 * `namespace:name@version`. `triggers` false: name, description and body alone, since several triggers repeat the
 * suite's wording.
 */
export async function runSkillMcp(triggers: boolean): Promise<SuiteResult> {
  const folder = join(sharedPath('evals')!, 'skill-mcp');
  const skills = readSkillJson(join(folder, 'skills'));
  const pool = await buildFiles(
    new Map(skills.map((skill) => [pathOf(skill.json), skillFile(skill, triggers)])),
  );
  try {
    const keys = new Map(
      skills.map(({ json }) => [
        pathOf(json).replace(/\/SKILL\.md$/, ''),
        `${json.namespace}:${json.name}@${json.version}`,
      ]),
    );
    const suite = JSON.parse(readFileSync(join(folder, 'regression-suite.json'), 'utf8')) as {
      cases: SuiteCase[];
    };
    return await judge(pool, suite.cases, keys);
  } finally {
    pool.dispose();
  }
}

async function judge(
  { index }: BuiltPool,
  cases: readonly SuiteCase[],
  keys: ReadonlyMap<string, string>,
): Promise<SuiteResult> {
  const ranked = [];
  for (const one of cases) {
    const { results } = await index.search(one.query, { limit: 3 });
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
function skillFile({ json, body }: { json: SkillJson; body: string }, triggers: boolean): string {
  const more = {
    'when-to-use': json.whenToUse,
    triggers: json.triggers,
    keywords: json.keywords,
    tags: json.tags,
  };
  const keys = {
    name: json.name,
    description: json.description,
    ...(json.skillType === 'rule' ? { kind: 'rule' } : {}),
    ...(triggers ? more : {}),
  };
  const lines = Object.entries(keys).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return `---\n${lines.join('\n')}\n---\n\n${body.trim() || json.description}\n`;
}
