import type { Finding } from '../../schema/diagnostic.js';
import { SkillgraftError } from '../../schema/errors.js';
import { type BuildResult, buildIndex } from '../build-index.js';
import { resolveSides } from '../change/resolve-sides.js';
import type { BuildOptions } from '../options.js';
import type { Baseline } from './baseline.js';
import { readLines } from './fingerprint.js';
import { judgeAll } from './judge-all.js';
import { entriesOf, KnownFindings } from './known.js';
import { loosened } from './loosened.js';
import { movedPaths } from './moved-paths.js';

/** What was found where this line of work began. */
export interface EarlierFindings {
  readonly commit: string;
  readonly known: KnownFindings;
  /** What the change does so that less is found. */
  readonly loosened: readonly Finding[];
  /** The name that a path had then. */
  readonly pathOf: (path: string) => string;
}

/**
 * Looks at the last commit that what was checked has in common with `ref`, by the same settings: what was found there is
 * not new.
 *
 * @throws SkillgraftError `since-without-git`, `ref-not-found`, `no-merge-base`
 */
export async function readEarlier(
  checked: BuildResult,
  options: BuildOptions,
  ref: string,
  baseline: { readonly read: Baseline | null; readonly file: string },
): Promise<EarlierFindings> {
  const { repository, settings } = checked;
  if (repository === null) {
    const hint = 'Leave --since away, or check a git repository.';
    throw new SkillgraftError('since-without-git', `${checked.top} is no git repository.`, hint);
  }
  const { baseCommit } = await resolveSides(repository, { base: ref, ...headOf(checked) }).catch(
    withoutExact,
  );
  const { workTree: _, rules: __, ...rest } = options;
  const { roots, listingBudget, synonyms, profile } = settings;
  const earlier = await buildIndex({
    ...rest,
    ref: baseCommit,
    profile,
    rules: settings.rules ?? null,
    ...(roots === undefined ? {} : { roots }),
    ...(listingBudget === undefined ? {} : { listingBudget }),
    ...(synonyms === undefined ? {} : { synonyms }),
  });
  try {
    const { findings } = await judgeAll(earlier);
    const lines = await readLines(earlier.snapshot, findings);
    const pathOf = await movedPaths(earlier.snapshot, checked.snapshot);
    return {
      commit: baseCommit,
      loosened: await loosened({
        before: earlier.snapshot,
        checked,
        options,
        baseline: baseline.read,
        baselineFile: baseline.file,
        pathOf,
      }),
      known: new KnownFindings(entriesOf(findings, lines)),
      pathOf,
    };
  } finally {
    await earlier.close();
  }
}

function headOf({ commit }: BuildResult): { head?: string } {
  return commit === null ? {} : { head: commit };
}

/** The advice of `diff` names an option that is not here. */
function withoutExact(error: unknown): never {
  if (!(error instanceof SkillgraftError) || error.code !== 'no-merge-base') throw error;
  const hint =
    'Fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0` in a workflow), or name a branch that this one started from.';
  throw new SkillgraftError(error.code, error.message, hint, { cause: error });
}
