import { resourcePath } from '../../schema/format.js';
import type { SkillEntry } from '../../schema/index.types.js';
import { type Fingerprint, fingerprint, shareInCommon } from '../lineage/similarity.js';
import { type PairableSkill, pairSkills, type SkillPair } from './pair-skills.js';
import { readSkillStates, type Side, type SkillState } from './sides.js';

/** Which skills are the same, and the texts of those that differ. */
export interface GatheredSkills {
  readonly pairs: readonly SkillPair[];
  /** Skills that are not the same on both sides, by folder. */
  readonly before: ReadonlyMap<string, SkillState>;
  readonly after: ReadonlyMap<string, SkillState>;
  /** Share of two SKILL.md files in common, by folder before and after. */
  similarity(from: string, to: string): number;
}

/** Finds the pairs, and reads what differs. */
export async function gatherSkills(before: Side, after: Side): Promise<GatheredSkills> {
  const [old, now] = [byFolder(before), byFolder(after)];
  const gone = before.built.skills.filter(({ path }) => !now.has(path));
  const come = after.built.skills.filter(({ path }) => !old.has(path));
  // Only what goes can have become what comes.
  const isLoose = gone.length > 0 && come.length > 0;
  const loose = isLoose
    ? [
        ...(await readSkillStates(before, gone, 'SKILL.md')),
        ...(await readSkillStates(after, come, 'SKILL.md')),
      ]
    : [];
  const prints = new Map(loose.map(({ entry, text }) => [digestOf(entry), printOf(text)]));
  const pairs = pairSkills(pairable(before), pairable(after), prints);
  const differing = pairs
    .map((pair) => [old.get(pair.before ?? ''), now.get(pair.after ?? '')] as const)
    .filter(([a, b]) => differs(a, b));
  const read = async (side: Side, entries: readonly (SkillEntry | undefined)[]) => {
    const there = entries.filter((entry) => entry !== undefined);
    const states = await readSkillStates(side, there, 'all');
    return new Map(states.map((state) => [state.entry.path, state]));
  };
  const mine = await read(
    before,
    differing.map(([a]) => a),
  );
  const theirs = await read(
    after,
    differing.map(([, b]) => b),
  );
  const printed = new Map<SkillState | undefined, Fingerprint>();
  const printOnce = (state: SkillState | undefined): Fingerprint => {
    const print = printed.get(state) ?? printOf(state?.text ?? '');
    printed.set(state, print);
    return print;
  };
  return {
    pairs,
    before: mine,
    after: theirs,
    similarity: (from, to) => shareInCommon(printOnce(mine.get(from)), printOnce(theirs.get(to))),
  };
}

function byFolder({ built }: Side): Map<string, SkillEntry> {
  return new Map(built.skills.map((entry) => [entry.path, entry]));
}

function printOf(text: string): Fingerprint {
  return fingerprint(Buffer.from(text));
}

/** SKILL.md is the first of a skill's files. */
function digestOf({ resources }: SkillEntry): string {
  return resources[0]!.digest;
}

function pairable({ built }: Side): PairableSkill[] {
  const isWhole = built.lineage.status === 'full';
  const versions = new Map(built.lineage.skills.map((skill) => [skill.path, skill.versions]));
  return built.skills.map((entry) => {
    const { path, name } = entry;
    const first = isWhole ? versions.get(entry.realPath ?? path)?.[0] : undefined;
    const origin = first === undefined ? null : `${first.commit}\n${first.path ?? entry.realPath ?? path}`;
    return { path, name, digest: digestOf(entry), origin };
  });
}

function differs(before: SkillEntry | undefined, after: SkillEntry | undefined): boolean {
  if (before?.path !== after?.path) return true;
  return filesOf(before!) !== filesOf(after!);
}

function filesOf({ resources, uri: skill }: SkillEntry): string {
  return resources
    .map(({ uri, digest, executable }) => `${resourcePath(skill, uri)}\n${digest}\n${executable === true}`)
    .join('\n');
}
