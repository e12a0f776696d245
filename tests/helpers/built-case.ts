import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIndex } from '../../build/build-index.js';
import type { BuildOptions } from '../../build/options.js';
import { publishArtifact } from '../../build/publish-artifact.js';
import { openIndex } from '../../runtime/open-index.js';
import type { SkillIndex } from '../../runtime/skill-index.js';
import type { Finding } from '../../schema/diagnostic.js';
import { getCase } from './cases.js';
import { tempFolder } from './git-repo.js';
import { sharedPath } from './shared.js';

/** A case as a repository on disk. */
export interface CaseRepository {
  readonly repo: string;
  /** Makes the commit with this number, from 0. */
  commit(number: number): void;
  dispose(): void;
}

/** Makes the repository of a case, with its first `upTo` commits only where that is given. */
export async function caseRepository(id: string, upTo?: number): Promise<CaseRepository> {
  const module = await import(pathToFileURL(`${sharedPath('cases')}/validate.mjs`).href);
  const one = getCase(id);
  const { dir, dispose } = tempFolder('skillgraft-case-');
  const { repo } = module.materialise(one, dir, upTo === undefined ? {} : { upTo });
  return {
    repo,
    commit: (number) => module.applyCommit(repo, one.commits![number], number),
    dispose,
  };
}

/** What a build said, and the folder that it wrote. */
export interface Built {
  readonly out: string;
  readonly findings: readonly Finding[];
}

/** Builds a repository or folder into its `dist`. */
export async function buildInto(repo: string, options: Partial<BuildOptions> = {}): Promise<Built> {
  const out = options.out ?? join(repo, 'dist');
  const result = await buildIndex({ repo, ...options, out });
  try {
    await publishArtifact(result, out);
    return { out, findings: result.findings };
  } finally {
    await result.close();
  }
}

/** Builds a case's repository and opens the index from disk. */
export async function builtCase(
  id: string,
): Promise<Built & { readonly index: SkillIndex; dispose(): void }> {
  const { repo, dispose } = await caseRepository(id);
  const built = await buildInto(repo);
  return { ...built, index: await openIndex(built.out), dispose };
}
