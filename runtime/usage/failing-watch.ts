import { USAGE_LIMITS } from '../../schema/usage/limits.js';
import type { SkillUtility } from '../../schema/usage/types.js';
import { failingVersion } from '../curate/review.js';
import { CURATE_THRESHOLDS, type FailingSkill } from '../curate/types.js';
import type { SkillIndex } from '../skill-index.js';
import { type FoldedFolder, foldFolder } from './fold/fold-folder.js';
import type { RecordedOutcome } from './recorder.js';

/**
 * Tells when a version of a skill fails by the thresholds of the review list, once a version and process. It goes by the
 * events of this machine, and by the records of the index, each by itself: what was proposed from here is in both.
 */
export class FailingWatch {
  readonly #tell: (failing: FailingSkill) => unknown;
  readonly #told = new Set<string>();
  /** By folder: what is being read, and what will be read next, for all that ask until then. */
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, Promise<FoldedFolder>>();

  constructor(tell: (failing: FailingSkill) => unknown) {
    this.#tell = tell;
  }

  /**
   * Takes an outcome that was written to a folder's log.
   *
   * @throws what the caller's function throws
   */
  async note(index: SkillIndex, folder: string, outcome: RecordedOutcome): Promise<void> {
    const { skill: path, digest, success } = outcome;
    const key = `${folder}\n${path}\n${digest}`;
    if (success || this.#told.has(key)) return;
    const local = utilityIn(await this.#read(folder), path, digest);
    const recorded = index.usage?.skills.find((one) => one.path === path);
    const known = [local, recorded].map((utility) => failingVersion(utility, digest, CURATE_THRESHOLDS));
    const failing = known.find((one) => one !== null);
    if (failing == null || this.#told.has(key)) return;
    this.#told.add(key);
    const { version, attempts, rate, interval, reasons } = failing;
    await this.#tell({ path, version, attempts, rate: rate!, interval: interval!, reasons });
  }

  /** Counts a folder's events, all that are there by now. */
  #read(folder: string): Promise<FoldedFolder> {
    const waiting = this.#waiting.get(folder);
    if (waiting !== undefined) return waiting;
    const next = (this.#running.get(folder) ?? Promise.resolve()).then(() => {
      this.#waiting.delete(folder);
      const run = foldFolder(folder, Date.now());
      this.#running.set(folder, run);
      return run;
    });
    this.#waiting.set(folder, next);
    return next;
  }
}

/** What the events say of one version. */
function utilityIn({ fold }: FoldedFolder, path: string, digest: string): SkillUtility {
  const { version = null, queries = new Map() } = fold.skills.get(path)?.get(digest) ?? {};
  const tallies = [...queries.values()];
  const sum = (key: 'successes' | 'failures' | 'loads') => tallies.reduce((all, one) => all + one[key], 0);
  const reasons = tallies
    .flatMap((one) => [...(one.reasons ?? [])])
    .map(([reason, day]) => `${day} ${reason}`.trim());
  const counts = { successes: sum('successes'), failures: sum('failures'), loads: sum('loads') };
  const latest = reasons.sort().reverse().slice(0, USAGE_LIMITS.reasons);
  return { path, versions: [{ version, digest, ...counts, last: null, reasons: latest }] };
}
