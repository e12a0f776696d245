import { CLI } from '../helpers/cli.js';
import type { Figure } from './figure.js';
import type { Run, Tools } from './tools.js';

/** Where the inspector finds the server: the arguments that say so. */
interface Way {
  readonly name: string;
  readonly target: readonly string[];
}

/** Skills that `--verify` reads at most. */
const MOST_SKILLS = '1000';

/** The inspector's command line: its checks of skills and schemas, and the work of an agent over each transport. */
export async function inspectorFigures(
  tools: Tools,
  { out, url, published }: { out: string; url: string; published: number },
): Promise<Figure[]> {
  const stdio = [process.execPath, CLI, 'serve', '--index', out];
  const ways: Way[] = [
    { name: 'stdio, modern', target: [...stdio, '--protocol-era', 'modern'] },
    { name: 'stdio, legacy', target: [...stdio, '--protocol-era', 'legacy'] },
    { name: 'HTTP, modern', target: [`${url}/mcp`, '--transport', 'http', '--protocol-era', 'modern'] },
    { name: 'HTTP, legacy', target: [`${url}/mcp`, '--transport', 'http', '--protocol-era', 'legacy'] },
  ];
  const figures = [await verifyFigure(tools, stdio, published), await strictFigure(tools, stdio)];
  for (const way of ways) figures.push(await workFigure(tools, way));
  return figures;
}

async function verifyFigure(tools: Tools, stdio: readonly string[], published: number): Promise<Figure> {
  const args = ['--method', 'skills/list', '--verify', '--require-digests', '--quiet'];
  const run = await tools.inspector([...stdio, ...args, '--skill-catalog-max-skills', MOST_SKILLS]);
  const outcomes = lines(run).map((line) => (JSON.parse(line) as { outcome?: string }).outcome);
  const verified = outcomes.filter((outcome) => outcome === 'verified').length;
  return {
    line: `inspector skills/list --verify --require-digests: exit code ${run.code}, ${verified} of ${published} skills verified`,
    isReached: run.code === 0 && verified === published && outcomes.length === published,
    details: run.code === 0 ? [] : lines(run, 'stderr').slice(-5),
  };
}

async function strictFigure(tools: Tools, stdio: readonly string[]): Promise<Figure> {
  const run = await tools.inspector([...stdio, '--method', 'tools/list', '--strict', '--format', 'json']);
  const names = (resultOf(run).tools as { name: string }[] | undefined)?.map(({ name }) => name) ?? [];
  const problems = lines(run, 'stderr').filter((line) => /portab/iu.test(line));
  return {
    line: `inspector tools/list --strict: exit code ${run.code}, ${names.join(', ')}`,
    isReached: run.code === 0 && names.length === 4,
    details: [...problems, ...(run.code === 0 ? [] : lines(run, 'stderr').slice(-5))],
  };
}

/** What an agent does: search, get, inspect, save (dry run), each on what the one before gave. */
async function workFigure(tools: Tools, { name, target }: Way): Promise<Figure> {
  const details: string[] = [];
  const call = async (tool: string, args: object): Promise<Answer> => {
    const given = ['--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args)];
    const run = await tools.inspector([...target, ...given, '--format', 'json', '--quiet']);
    if (run.code !== 0) details.push(`${tool}: exit code ${run.code}`, ...lines(run, 'stderr').slice(-3));
    return resultOf(run) as Answer;
  };
  const found = await call('search_skills', { query: 'write a conventional commit message', limit: 1 });
  const path = (found.structuredContent?.results as { path: string }[] | undefined)?.[0]?.path;
  const done = { search: path !== undefined, get: false, inspect: false, save: false };
  if (path !== undefined) {
    const got = (await call('get_skill', { path })).structuredContent;
    done.get = got?.path === path && typeof got.body === 'string';
    done.inspect = (await call('inspect_skill', { path })).structuredContent?.path === path;
    const fix = {
      action: 'FIX',
      name: path,
      lesson: 'Say why, not what.',
      reason: 'Readers ask.',
      dry_run: true,
    };
    const saved = (await call('save_skill', fix)).structuredContent;
    done.save = saved?.dryRun === true && String(saved.diff).includes('+- Say why, not what.');
  }
  const isDone = Object.values(done).every(Boolean);
  const steps = Object.entries(done).map(([step, is]) => (is ? step : `${step} FAILED`));
  return { line: `inspector over ${name}: ${steps.join(' -> ')}`, isReached: isDone, details };
}

interface Answer {
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

function lines(run: Run, of: 'stdout' | 'stderr' = 'stdout'): string[] {
  return run[of].split('\n').filter((line) => line.trim() !== '');
}

/** What `--format json` wraps; an empty object where there is none. */
function resultOf({ stdout }: Run): Readonly<Record<string, unknown>> {
  try {
    return Object((JSON.parse(stdout) as { result?: object }).result);
  } catch {
    return {};
  }
}
