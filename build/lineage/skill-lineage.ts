import { compareText } from '../../schema/diagnostic.js';
import type { SkillLineage, SkillVersion, VersionDrift } from '../../schema/lineage.js';
import type { ToldVersion } from './changelogs.js';
import type { SkillNode } from './nodes.js';
import type { GatheredHistory, LineageEvent, TipSkill } from './types.js';

/** What a skill's lineage is decided by, besides its own events. */
export interface Surroundings extends GatheredHistory {
  /** Folders of the skills at the tip. */
  readonly paths: ReadonlySet<string>;
  toldOf(event: LineageEvent): ToldVersion | undefined;
}

/** The lineage of one skill at the tip; `node` is what the events tell of it. */
export function skillLineage(
  { path, version: declared }: TipSkill,
  node: SkillNode | undefined,
  { status, commits, doubtful, paths, toldOf }: Surroundings,
): SkillLineage {
  const events = node?.events ?? [];
  const [first, last] = [events[0], events.at(-1)];
  const begun = first !== undefined && node?.truncated === false && !doubtful.has(first.commit);
  const former = new Set(events.flatMap((event) => [event.path, event.from ?? path]));
  const formerly = [...former].filter((folder) => folder !== path && !paths.has(folder)).sort(compareText);
  const unread = first === undefined && status !== 'full' && status !== 'absent';
  const version = (event: LineageEvent, i: number): SkillVersion => {
    const told = toldOf(event);
    const drift = begun ? driftOf(i + 1, told?.proposed, event === last ? declared : undefined) : undefined;
    return {
      ...skillVersion(event, i + 1, path),
      ...(told === undefined ? {} : { changelogs: told.changelogs }),
      ...(drift === undefined ? {} : { drift }),
    };
  };
  return {
    path,
    versions: events.map(version),
    ...(formerly.length > 0 ? { formerly } : {}),
    ...(begun ? { created: commits.get(first.commit)!.date } : {}),
    ...(last === undefined ? {} : { updated: commits.get(last.commit)!.date }),
    ...(unread || (first !== undefined && !begun) ? { truncated: true } : {}),
  };
}

function skillVersion(
  { commit, op, blob, path, from }: LineageEvent,
  version: number,
  tipPath: string,
): SkillVersion {
  return {
    version,
    commit,
    action: op as SkillVersion['action'],
    blob: blob!,
    ...(path === tipPath ? {} : { path }),
    ...(from === undefined ? {} : { from }),
  };
}

function driftOf(
  version: number,
  proposed: number | undefined,
  declared: string | undefined,
): VersionDrift | undefined {
  const number = declared !== undefined && /^\d{1,9}$/.test(declared) ? Number(declared) : undefined;
  const differs = (one: number | undefined): one is number => one !== undefined && one !== version;
  if (!differs(number) && !differs(proposed)) return undefined;
  return {
    ...(differs(number) ? { declared: number } : {}),
    ...(differs(proposed) ? { proposed } : {}),
  };
}
