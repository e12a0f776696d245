import { describe, expect, it } from 'vitest';
import { SETS } from './sets.js';
import { areThere } from './table.js';
import { foldSet, openRecordable } from './usage-folds.js';
import { USAGE_GOALS } from './usage-goals.js';

/** What a goal may be missed by, where it is a gain: less than a change elsewhere may cost. */
const MARGIN = 0.01;
/** What queries of skills without records may lose of hit@1 while others have some. */
const UNRECORDED = 0.025;

describe.skipIf(!areThere())('recorded queries', () => {
  it.each(SETS)('reach the goal for $name, and push no skill without records down', async ({ name }) => {
    const set = await openRecordable(name);
    try {
      const { folds, unrecorded, offTopic } = await foldSet(set);
      const goal = USAGE_GOALS[name]!;
      expect(folds.with - folds.without).toBeGreaterThanOrEqual(goal > 0 ? goal - MARGIN : goal);
      expect(unrecorded.without - unrecorded.with).toBeLessThanOrEqual(UNRECORDED);
      expect(offTopic.with).toBeLessThanOrEqual(offTopic.without);
    } finally {
      set.dispose();
    }
  });
});
