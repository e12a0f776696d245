import type { UserPlace } from '../files/user-folders.js';
import type { SkillIndex } from '../skill-index.js';
import type { VersionTally } from './fold/fold-events.js';
import { foldFolder } from './fold/fold-folder.js';
import { eventsFolder } from './usage-folder.js';
import type { UseCounts } from './utility.js';

/**
 * What this machine's events say of an index's skills, by path. It stands beside what the index says: what was proposed
 * from here is in both. Empty where nothing can be read.
 */
export async function localUse(index: SkillIndex, user: UserPlace): Promise<ReadonlyMap<string, UseCounts>> {
  try {
    const { fold } = await foldFolder(await eventsFolder(index, { user }), Date.now());
    return new Map([...fold.skills].map(([path, versions]) => [path, sumOf([...versions.values()])]));
  } catch {
    return new Map();
  }
}

function sumOf(versions: readonly VersionTally[]): UseCounts {
  const tallies = versions.flatMap(({ queries }) => [...queries.values()]);
  const sum = (key: keyof UseCounts) => tallies.reduce((all, tally) => all + tally[key], 0);
  return { successes: sum('successes'), failures: sum('failures'), loads: sum('loads') };
}
