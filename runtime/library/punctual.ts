import { SkillgraftError } from '../../schema/errors.js';
import type { LiveSource, SourceState } from './source-state.js';

/** Milliseconds that the first look waits for one of several sources. */
const PATIENCE = 3_000;

/**
 * A source that keeps no other one waiting: what it has not got ready in time is told as a problem, and comes in with a
 * later look. Only what was never late is waited for.
 */
export function punctual(source: LiveSource): LiveSource {
  let state: SourceState = { index: null, problem: LATE };
  let looking: Promise<SourceState> | null = null;
  let patience = PATIENCE;
  return {
    async look() {
      looking ??= source.look().then((found) => {
        looking = null;
        state = found;
        return found;
      });
      const found = await within(looking, patience);
      if (found !== null) return found;
      patience = 0;
      // It may have an earlier one to go on with.
      return (await within(source.look(), 0)) ?? state;
    },
  };
}

const LATE = new SkillgraftError(
  'index-late',
  `It is not read yet after ${PATIENCE / 1000} s.`,
  'It comes in once it is read; check the address and the network.',
);

/** Null where it takes longer. */
async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
