import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildIndex } from '../../build/build-index.js';
import type { BuildOptions } from '../../build/options.js';
import { publishArtifact } from '../../build/publish-artifact.js';
import { openIndex } from '../../runtime/open-index.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import type { OpenOptions } from '../../runtime/types.js';
import { ROOT } from '../helpers/cli.js';
import { corpusFiles } from '../helpers/corpus.js';
import { sharedPath } from '../helpers/shared.js';

/** A folder of skills as an index; `dispose` takes it away. */
export interface BuiltPool {
  readonly index: SkillIndex;
  /** Opens it once more, in another way. */
  open(options: OpenOptions): Promise<SkillIndex>;
  dispose(): void;
}

/** What a pool may be built with. */
export type PoolOptions = Pick<BuildOptions, 'handOffs' | 'embedder'>;

let corpus: ReadonlyMap<string, Uint8Array> | undefined;

/** The queries of a shared set, as its file has them. */
export function queriesOf(set: string): string {
  return readFileSync(join(sharedPath('evals')!, set, 'queries.jsonl'), 'utf8');
}

/** Builds the pool of a shared set: its skills, each in a folder of its name. */
export async function buildPool(set: string, options: PoolOptions = {}): Promise<BuiltPool> {
  corpus ??= new Map(corpusFiles().map(({ path, bytes }) => [path, bytes]));
  const pool = JSON.parse(readFileSync(join(sharedPath('evals')!, set, 'pool.json'), 'utf8')) as Record<
    string,
    string
  >;
  const files = new Map<string, Uint8Array>();
  for (const [name, path] of Object.entries(pool)) {
    const file = path.endsWith('SKILL.md') ? path : `${path}/SKILL.md`;
    const bytes = corpus.get(file) ?? corpus.get(`skills/${file}`);
    if (bytes === undefined) throw new Error(`${set}: ${path} is not among the corpora`);
    files.set(`skills/${name}/SKILL.md`, bytes);
  }
  return buildFiles(files, options);
}

/** Builds files by path as a folder of skills. */
export async function buildFiles(
  files: ReadonlyMap<string, Uint8Array | string>,
  options: PoolOptions = {},
): Promise<BuiltPool> {
  return inFolder((dir) => {
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), bytes);
    }
    return { ...options, repo: dir };
  });
}

/** Builds the skills of this repository as they lie on disk. */
export async function buildOwn(): Promise<BuiltPool> {
  return inFolder(() => ({ repo: ROOT, workTree: true }));
}

/** Builds into a folder of its own what `prepare` says when it knows that folder. */
async function inFolder(prepare: (dir: string) => BuildOptions): Promise<BuiltPool> {
  const dir = mkdtempSync(join(tmpdir(), 'skillgraft-evals-'));
  const dispose = (): void => rmSync(dir, { recursive: true, force: true });
  try {
    const out = join(dir, 'dist');
    const result = await buildIndex(prepare(dir));
    await publishArtifact(result, out);
    await result.close();
    return { index: await openIndex(out), open: (options) => openIndex(out, options), dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}
