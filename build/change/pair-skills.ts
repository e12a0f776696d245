import { compareText } from '../../schema/diagnostic.js';
import { exactRenames, similarRenames } from '../lineage/renames.js';
import type { Fingerprint } from '../lineage/similarity.js';

/** What of a skill says which one it is on the other side. */
export interface PairableSkill {
  readonly path: string;
  readonly name: string;
  /** Git blob of SKILL.md, or any digest of it. */
  readonly digest: string;
  /** Where git's history sees it begin; null where that is not known. */
  readonly origin: string | null;
}

/** A skill's folder on both sides; null where it is not there. */
export interface SkillPair {
  readonly before: string | null;
  readonly after: string | null;
  /** What says that two folders are one skill: the same folder, git's history, or how much is left in common. */
  readonly by?: 'path' | 'history' | 'content';
}

/**
 * Finds which skills of two commits are the same: by where their history begins, then by folder, then, as git finds
 * renames, by what their SKILL.md files have in common. Sorted by the folder after, or where there is none before.
 *
 * @param prints SKILL.md files by digest, of the skills whose folder is on one side only
 */
export function pairSkills(
  before: readonly PairableSkill[],
  after: readonly PairableSkill[],
  prints: ReadonlyMap<string, Fingerprint>,
): SkillPair[] {
  const pairs: SkillPair[] = [];
  const left = new Map(before.map((skill) => [skill.path, skill]));
  const right = new Map(after.map((skill) => [skill.path, skill]));
  const join = (from: string, to: string, by: NonNullable<SkillPair['by']>): void => {
    pairs.push({ before: from, after: to, by });
    left.delete(from);
    right.delete(to);
  };
  const origins = uniqueOrigins(before);
  for (const [origin, { path }] of uniqueOrigins(after)) {
    const former = origins.get(origin);
    if (former !== undefined) join(former.path, path, former.path === path ? 'path' : 'history');
  }
  for (const path of [...right.keys()]) if (left.has(path)) join(path, path, 'path');
  for (const [from, to] of byContent([...left.values()], [...right.values()], prints))
    join(from, to, 'content');
  for (const path of left.keys()) pairs.push({ before: path, after: null });
  for (const path of right.keys()) pairs.push({ before: null, after: path });
  return pairs.sort((a, b) => compareText(keyOf(a), keyOf(b)));
}

function keyOf({ before, after }: SkillPair): string {
  return after ?? before!;
}

/** Skills by where they begin; two that begin together (one folder inside another) are left to their folders. */
function uniqueOrigins(skills: readonly PairableSkill[]): Map<string, PairableSkill> {
  const counts = new Map<string, PairableSkill[]>();
  for (const skill of skills) {
    if (skill.origin !== null) counts.set(skill.origin, [...(counts.get(skill.origin) ?? []), skill]);
  }
  return new Map(
    [...counts].flatMap(([origin, all]) => (all.length === 1 ? [[origin, all[0]!] as const] : [])),
  );
}

function byContent(
  gone: readonly PairableSkill[],
  come: readonly PairableSkill[],
  prints: ReadonlyMap<string, Fingerprint>,
): [string, string][] {
  const changes = [
    ...gone.map(({ path, digest }) => ({ path, op: 'delete', before: digest }) as const),
    ...come.map(({ path, digest }) => ({ path, op: 'add', blob: digest }) as const),
  ];
  const candidates = exactRenames({ commit: '', changes });
  const similar = similarRenames(candidates, prints);
  return [...candidates.exact, ...similar].map(({ from, to }) => [from.path, to.path]);
}
