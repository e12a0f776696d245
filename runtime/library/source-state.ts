import { SkillgraftError } from '../../schema/errors.js';
import type { SkillIndex } from '../skill-index.js';

/** What a source has now. */
export interface SourceState {
  /** The last good one; null where there is none so far. */
  readonly index: SkillIndex | null;
  /** Why it is not there, or not the newest one; null where all is well. */
  readonly problem: SkillgraftError | null;
}

/** A source that is kept up to date. */
export interface LiveSource {
  /** What it has now. Answers from what is there where more than a stat of a file would have to be waited for. */
  look(): Promise<SourceState>;
}

/** Milliseconds between two tries to open what could not be opened, and between two looks into a folder. */
export const LOOK_EVERY = 1_000;

/** Whatever keeps a source from being read is told of it alone: the others go on. */
export function asProblem(error: unknown): SkillgraftError {
  if (error instanceof SkillgraftError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const hint = 'This is a fault of skillgraft itself. Please report it, with `skillgraft version --json`.';
  return new SkillgraftError('index-fault', `It cannot be read: ${reason}.`, hint, { cause: error });
}
