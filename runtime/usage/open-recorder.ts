import type { SkillLibrary } from '../skill-library.js';
import { checkOutcome, checkRecorderOptions } from './check-recorder.js';
import { FailingWatch } from './failing-watch.js';
import { type Outcome, type RecordedOutcome, Recorder, type RecorderOptions } from './recorder.js';
import { eventsFolder } from './usage-folder.js';

/** Notes what becomes of the skills of an index. */
export interface UsageRecorder {
  /**
   * Counts that a skill was read.
   *
   * @param skill name, path or `skill://` URI
   * @throws SkillgraftError `skill-unknown` with the nearest names, `version-unknown`, `no-repository`
   */
  load(skill: string, options?: { readonly version?: string }): Promise<void>;
  /**
   * Notes whether a skill helped. It is written when the promise is kept.
   *
   * @throws SkillgraftError `skill-unknown` with the nearest names, `version-unknown`, `no-repository`, `usage-limit`,
   * `bad-option`
   */
  record(outcome: Outcome): Promise<RecordedOutcome>;
  /** Waits until what was noted is on the disk, where even a machine that stops does not lose it. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a recorder for an index. Events lie on this machine, below the user's state folder, and leave it by a proposal
 * only.
 *
 * @throws SkillgraftError `bad-option`
 */
export function openRecorder(library: SkillLibrary, options: RecorderOptions = {}): UsageRecorder {
  checkRecorderOptions(options);
  const recorder = new Recorder(options);
  const { onFailing, onProblem } = options;
  const watch = onFailing === undefined ? null : new FailingWatch(onFailing);
  const noting = new Set<Promise<void>>();
  const note = (outcome: Outcome, noted: RecordedOutcome): void => {
    if (watch === null || !noted.recorded) return;
    const index = library.home(outcome.skill);
    const done = eventsFolder(index, options)
      .then((folder) => watch.note(index, folder, noted))
      .catch((error: unknown) =>
        onProblem?.(`${noted.skill} fails, and onFailing did, too: ${textOf(error)}`),
      )
      .finally(() => noting.delete(done));
    noting.add(done);
  };
  return {
    async load(skill, wish = {}) {
      await recorder.load(library, skill, await library.get(skill, wish));
    },
    async record(outcome) {
      checkOutcome(outcome);
      const noted = await recorder.record(library, outcome);
      note(outcome, noted);
      return noted;
    },
    flush: () => recorder.flush(),
    async close() {
      await recorder.close();
      await Promise.all(noting);
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
