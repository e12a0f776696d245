import { SkillgraftError } from '../../schema/errors.js';
import { USAGE_LIMITS } from '../../schema/usage/limits.js';
import type { FailingSkill } from '../curate/types.js';
import type { UserPlace } from '../files/user-folders.js';
import type { SkillIndex } from '../skill-index.js';
import type { SkillLibrary } from '../skill-library.js';
import type { SearchAnswer, SkillContent } from '../types.js';
import { type EventContent, EventLog } from './event-log.js';
import { boundedLine, keptQuery, type QueryForm } from './query-form.js';
import { RateLimit } from './rate-limit.js';
import { eventsFolder } from './usage-folder.js';
import { usedSkill } from './used-skill.js';

/** What came of a skill. */
export interface Outcome {
  /** Name, path or `skill://` URI. */
  readonly skill: string;
  /** The task that it was used for, in the words of a search. */
  readonly query?: string;
  readonly success: boolean;
  /** Why, in a sentence. */
  readonly reason?: string;
  /** The version that was used: a number, a commit, or a date; absent: the one that the index holds. */
  readonly version?: string;
}

/** What was noted. */
export interface RecordedOutcome {
  /** False where the disk could not be written; that is no error. */
  readonly recorded: boolean;
  /** Path of the skill in its repository. */
  readonly skill: string;
  readonly version: number | null;
  readonly digest: string;
  readonly success: boolean;
  /** How the query was kept. */
  readonly query: 'text' | 'hash' | 'none';
}

export interface RecorderOptions {
  /** How queries are kept; `on`, as text, where absent. */
  readonly queries?: QueryForm;
  /** Events of each kind that are taken in a minute; absent: all. */
  readonly perMinute?: number;
  /** Hears once, in a sentence, that something cannot be recorded. */
  readonly onProblem?: (message: string) => void;
  /** A folder in the repository that the events are of; absent: the one that the index lies in, or was read from. */
  readonly repository?: string;
  /** Where the user's folders are; the environment's where absent. */
  readonly user?: UserPlace;
  /** Milliseconds since 1970; the clock where absent. */
  readonly now?: () => number;
  /**
   * Of `openRecorder`: called once for each version of a skill that fails: a success rate below 0.3 after at least 5
   * attempts. Recording does not wait for it, closing does; what it throws is told to `onProblem`.
   */
  readonly onFailing?: (failing: FailingSkill) => unknown;
}

/** Why a search found nothing, as far as a skill may be missing there. */
const ANSWERS: { readonly [reason: string]: 'rejected' | 'empty' } = {
  'no-fit': 'rejected',
  'no-match': 'empty',
};
const NAMES = { load: 'loads', search: 'searches without a result' } as const;

/** Where the events of an index go. */
interface Journal {
  readonly folder: string;
  readonly log: EventLog;
}

/**
 * Notes what becomes of the skills of a library, in logs of this process's own, one for each repository. Nothing leaves the
 * machine, and what cannot be written never breaks an answer.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #limit: RateLimit;
  readonly #journals = new Map<string, Journal>();
  readonly #ofIndex = new WeakMap<SkillIndex, Promise<Journal>>();
  /** What was said to `onProblem`: it is said once. */
  readonly #said = new Set<string>();

  constructor(options: RecorderOptions = {}) {
    this.#options = options;
    this.#limit = new RateLimit(options.perMinute ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Counts that a skill was read. Never fails.
   *
   * @param content what the library gave for the word
   */
  async load(library: SkillLibrary, word: string, content: SkillContent): Promise<void> {
    try {
      const { index, of } = usedSkill(library, word, content);
      if (this.#wait('load') > 0) return;
      await this.#append(index, 'load', of);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Notes a search that found no skill, of the index that a new skill would go to. Never fails. */
  async search(library: SkillLibrary, { query, rejected }: SearchAnswer): Promise<void> {
    const answer = ANSWERS[rejected?.reason ?? ''];
    if (answer === undefined) return;
    try {
      if (this.#wait('search') > 0) return;
      await this.#append(library.home(''), 'search', { answer }, query);
    } catch (error) {
      this.#tell(error);
    }
  }

  /**
   * Notes whether a skill helped.
   *
   * @throws SkillgraftError `skill-unknown` with the nearest names, `version-unknown`, `no-repository`, `usage-limit`,
   * `usage-nowhere`
   */
  async record(library: SkillLibrary, outcome: Outcome): Promise<RecordedOutcome> {
    const { skill: word, query, success, reason, version } = outcome;
    const content = version === undefined ? undefined : await library.get(word, { version });
    const { index, of } = usedSkill(library, word, content);
    const wait = this.#wait('outcome');
    if (wait > 0) throw tooMany(this.#options.perMinute!, wait);
    const why = boundedLine(reason ?? '', USAGE_LIMITS.reason);
    const noted = { ...of, success, ...(why === '' ? {} : { reason: why }) };
    const kept = await this.#append(index, 'outcome', noted, query).catch((error: unknown) => {
      if (error instanceof SkillgraftError) throw error;
      this.#tell(error);
      return null;
    });
    return { recorded: kept !== null, ...of, success, query: kept ?? 'none' };
  }

  /** Waits until what was noted is on the disk, where even a machine that stops does not lose it. */
  async flush(): Promise<void> {
    for (const { log } of this.#journals.values()) this.#attempt(() => log.flush());
  }

  /** Ends the logs. What is noted afterwards begins new ones. */
  async close(): Promise<void> {
    for (const { log } of this.#journals.values()) this.#attempt(() => log.close());
  }

  /** @returns how the query was kept */
  async #append(
    index: SkillIndex,
    kind: EventContent['kind'],
    noted: Partial<EventContent>,
    query?: string,
  ): Promise<RecordedOutcome['query']> {
    const { folder, log } = await this.#journalOf(index);
    const kept = this.#kept(query, folder);
    const at = new Date(this.#options.now?.() ?? Date.now()).toISOString();
    const commit = index.artifact.source.commit ?? null;
    log.append({ kind, at, commit, ...noted, ...kept });
    if (kept.query !== undefined) return 'text';
    return kept.queryHash === undefined ? 'none' : 'hash';
  }

  /** Without a salt the rest counts all the same. */
  #kept(query: string | undefined, folder: string): ReturnType<typeof keptQuery> {
    try {
      return keptQuery(query, this.#options.queries ?? 'on', folder);
    } catch (error) {
      this.#tell(error);
      return {};
    }
  }

  #journalOf(index: SkillIndex): Promise<Journal> {
    const known = this.#ofIndex.get(index) ?? this.#openJournal(index);
    this.#ofIndex.set(index, known);
    return known;
  }

  async #openJournal(index: SkillIndex): Promise<Journal> {
    const folder = await eventsFolder(index, this.#options);
    const journal = this.#journals.get(folder) ?? { folder, log: new EventLog(folder) };
    this.#journals.set(folder, journal);
    return journal;
  }

  /** Milliseconds until an event of this kind is taken again; what is not taken is told. */
  #wait(kind: EventContent['kind']): number {
    const wait = this.#limit.take(kind);
    if (wait > 0 && kind !== 'outcome')
      this.#say(
        `limit ${kind}`,
        `More than ${this.#options.perMinute} ${NAMES[kind]} came in a minute; not all are counted.`,
      );
    return wait;
  }

  #attempt(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    this.#say('disk', `Usage cannot be recorded (${code ?? message}); everything else goes on.`);
  }

  #say(what: string, message: string): void {
    if (this.#said.has(what)) return;
    this.#said.add(what);
    this.#options.onProblem?.(message);
  }
}

function tooMany(perMinute: number, wait: number): SkillgraftError {
  const seconds = Math.ceil(wait / 1000);
  return new SkillgraftError(
    'usage-limit',
    `${perMinute} outcomes were recorded within a minute, which is the limit here.`,
    `Go on; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'} if it matters.`,
  );
}
