import {
  compareFindings,
  compareText,
  type Finding,
  type FindingArgs,
  type FindingKind,
  finding,
} from '../diagnostic.js';
import { codePointLength, nfc } from '../text.js';
import {
  bodyDuplicate,
  bodyNearDuplicate,
  listingBudget,
  nameDuplicate,
  nameNearlyEqual,
  nestedCopy,
  skillCopy,
} from './kinds/collection.js';
import { type BodyPrint, nearDuplicates } from './near-duplicates.js';

/** What the rules over a whole library need of each skill. */
export interface CollectedSkill {
  /** POSIX path of the SKILL.md. */
  readonly file: string;
  readonly name: string;
  readonly description: string;
  /** Print of the body with LF line ends, see `printBody`. */
  readonly body: BodyPrint;
  /** Any digest of the whole file; equal digests mean equal files. */
  readonly digest: string;
}

export interface CollectionOptions {
  /** Most code points that all descriptions together may have. Absent: no limit. */
  readonly listingBudget?: number;
}

/** Judges a library as a whole: equal names, copies, nearly equal bodies, the size of the listing. */
export function validateCollection(
  skills: readonly CollectedSkill[],
  options: CollectionOptions = {},
): Finding[] {
  const sorted = [...skills].sort((a, b) => compareText(a.file, b.file));
  const out = [...equalNames(sorted), ...nearNames(sorted), ...alikeBodies(sorted)];
  const { total } = listingCost(sorted);
  const budget = options.listingBudget;
  if (budget !== undefined && total > budget) {
    out.push(finding(listingBudget, '.', TOP, { skills: sorted.length, total, budget }));
  }
  return out.sort(compareFindings);
}

/** Code points that each description takes in a listing, in the order given, and their sum. */
export function listingCost(skills: readonly Pick<CollectedSkill, 'description'>[]): {
  each: readonly number[];
  total: number;
} {
  const each = skills.map((one) => codePointLength(one.description));
  return { each, total: each.reduce((sum, one) => sum + one, 0) };
}

const TOP = { line: 1, column: 1 };

function groupBy(
  skills: readonly CollectedSkill[],
  key: (skill: CollectedSkill) => string | number,
): CollectedSkill[][] {
  const groups = new Map<string | number, CollectedSkill[]>();
  for (const skill of skills) {
    const own = key(skill);
    const group = groups.get(own);
    if (group) group.push(skill);
    else groups.set(own, [skill]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function group(kind: FindingKind, skills: readonly CollectedSkill[], args: FindingArgs): Finding {
  return finding(kind, skills[0]!.file, TOP, { paths: skills.map((one) => one.file), ...args });
}

function equalNames(skills: readonly CollectedSkill[]): Finding[] {
  return groupBy(skills, (one) => nfc(one.name)).flatMap((same) => {
    const { name } = same[0]!;
    if (same.every((one) => one.digest === same[0]!.digest)) return [group(skillCopy, same, { name })];
    const nested: Finding[] = [];
    const apart = same.filter((one) => {
      const outer = same.find((other) => other !== one && one.file.startsWith(folderOf(other.file)));
      if (!outer || outer.digest === one.digest) return true;
      nested.push(finding(nestedCopy, one.file, TOP, { outer: outer.file, name }));
      return false;
    });
    return apart.length > 1 ? [...nested, group(nameDuplicate, apart, { name })] : nested;
  });
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function nearNames(skills: readonly CollectedSkill[]): Finding[] {
  return groupBy(skills, (one) => nfc(one.name).toLowerCase()).flatMap((near) => {
    const names = [...new Set(near.map((one) => one.name))].sort(compareText);
    return names.length > 1 ? [group(nameNearlyEqual, near, { names })] : [];
  });
}

/** A body of a single line is no sign of a copy. */
function alikeBodies(skills: readonly CollectedSkill[]): Finding[] {
  const long = skills.filter((one) => one.body.lines.length > 1);
  const byBody = (one: CollectedSkill): number => one.body.whole;
  const same = groupBy(long, byBody);
  const exact = same
    .filter((all) => all.some((one) => nfc(one.name) !== nfc(all[0]!.name)))
    .map((all) => group(bodyDuplicate, all, {}));
  const firsts = [...new Map([...long].reverse().map((one) => [byBody(one), one])).values()].reverse();
  const near = nearDuplicates(firsts.map((one) => one.body)).flatMap(({ members, similarity }) => {
    const all = members.map((i) => firsts[i]!);
    // Equal names have a finding of their own.
    if (all.every((one) => nfc(one.name) === nfc(all[0]!.name))) return [];
    return [group(bodyNearDuplicate, all, { similarity: Math.floor(similarity * 100) / 100 })];
  });
  return [...exact, ...near];
}
