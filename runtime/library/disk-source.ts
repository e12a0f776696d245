import type { SkillgraftError } from '../../schema/errors.js';
import { type LiveIndex, openLive } from '../reload.js';
import type { OpenOptions } from '../types.js';
import type { LibrarySource } from './source.js';
import { asProblem, type LiveSource, LOOK_EVERY, type SourceState } from './source-state.js';

/** An index on disk. One that cannot be opened is tried again at most once a second. */
export function diskSource({ index: path, digest }: LibrarySource, options: OpenOptions): LiveSource {
  let live: LiveIndex | null = null;
  let problem: SkillgraftError | null = null;
  let opening: Promise<void> | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  const open = async (): Promise<void> => {
    try {
      live = await openLive(path, options, (refused) => (problem = refused), digest);
      problem = null;
    } catch (error) {
      problem = asProblem(error);
    } finally {
      triedAt = performance.now();
      opening = null;
    }
  };
  return {
    async look(): Promise<SourceState> {
      if (live === null && performance.now() >= triedAt + LOOK_EVERY) opening ??= open();
      await opening;
      const index = (await live?.current()) ?? null;
      return { index, problem };
    },
  };
}
