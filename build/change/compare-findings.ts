import { broughtFindings, type Judged } from '../../runtime/propose/checks/brought.js';
import { compareFindings as byPlace, type Finding, type FindingArgs } from '../../schema/diagnostic.js';
import { kindOf } from '../report/all-kinds.js';

/** The findings of one side, and the texts of the files that they are in, by path, LF line ends. */
export interface FindingSide {
  readonly findings: readonly Finding[];
  readonly texts: ReadonlyMap<string, string>;
}

/** Findings that are alike skills' own part of the report, and change with every member of a group. */
const TOLD_OTHERWISE = new Set(['body-duplicate', 'body-near-duplicate', 'skill-copy']);

/**
 * Findings that one side has and the other has not, whatever line they stand on: one explains another with the same code
 * and arguments or, unless it is an error, on a line of the same text. Files are followed to where they are now.
 *
 * @param moved paths after, by paths before, of files whose skill has another folder
 */
export function compareFindings(
  before: FindingSide,
  after: FindingSide,
  moved: ReadonlyMap<string, string>,
): { readonly added: Finding[]; readonly resolved: Finding[] } {
  const nowOf = (path: string): string => moved.get(path) ?? path;
  const old = byPath(
    before.findings.map((one) => ({ one, now: follow(one, moved) })),
    ({ one }) => nowOf(one.path),
  );
  const now = byPath(
    after.findings.map((one) => ({ one, now: one })),
    ({ one }) => one.path,
  );
  const former = new Map([...before.texts].map(([path, text]) => [nowOf(path), text]));
  const brought = (mine: Followed, theirs: Followed, myText: string, theirText: string): Finding[] => {
    const judged: Judged = { text: theirText, findings: theirs.map((each) => each.now) };
    const found = broughtFindings([judged], { text: myText, findings: mine.map((each) => each.now) });
    return found.map((one) => mine.find((each) => each.now === one)!.one);
  };
  const added: Finding[] = [];
  const resolved: Finding[] = [];
  for (const path of new Set([...old.keys(), ...now.keys()])) {
    const [a, b] = [old.get(path) ?? [], now.get(path) ?? []];
    const [oldText, newText] = [former.get(path) ?? '', after.texts.get(path) ?? ''];
    added.push(...brought(b, a, newText, oldText));
    resolved.push(...brought(a, b, oldText, newText));
  }
  const held = stillHeld(
    added,
    resolved.map((one) => ({ one, now: { ...follow(one, moved), path: nowOf(one.path) } })),
  );
  const isLeft = (one: Finding): boolean => !held.has(one);
  return { added: added.filter(isLeft).sort(byPlace), resolved: resolved.filter(isLeft).sort(byPlace) };
}

/**
 * What is found still and only has other numbers: it is not gone, nor is it new unless it is an error or is about security.
 * An error of before with other numbers is another one.
 */
function stillHeld(added: readonly Finding[], resolved: Followed): Set<Finding> {
  const keyOf = ({ code, path, args }: Finding): string =>
    JSON.stringify([code, path, Object.entries(args).filter(([, value]) => typeof value !== 'number')]);
  const come = new Map<string, Finding[]>();
  for (const one of added) {
    const key = keyOf(one);
    const group = come.get(key);
    if (group === undefined) come.set(key, [one]);
    else group.push(one);
  }
  const held = new Set<Finding>();
  for (const { one, now } of resolved) {
    const other = one.severity === 'error' ? undefined : come.get(keyOf(now))?.shift();
    if (other === undefined) continue;
    held.add(one);
    const isSecurity = kindOf(other.code)?.tags?.includes('security') === true;
    if (other.severity !== 'error' && !isSecurity) held.add(other);
  }
  return held;
}

type Followed = readonly { readonly one: Finding; readonly now: Finding }[];

function byPath<T extends { readonly one: Finding }>(
  all: readonly T[],
  path: (one: T) => string,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    if (TOLD_OTHERWISE.has(each.one.code)) continue;
    const key = path(each);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return groups;
}

/** A finding of before as it would be told now: its arguments name files, too. */
function follow(one: Finding, moved: ReadonlyMap<string, string>): Finding {
  if (moved.size === 0) return one;
  const value = (arg: FindingArgs[string]): FindingArgs[string] => {
    if (typeof arg === 'string') return moved.get(arg) ?? arg;
    return Array.isArray(arg)
      ? (arg as readonly string[]).map((each) => moved.get(each) ?? each).sort()
      : arg;
  };
  const args = Object.fromEntries(Object.entries(one.args).map(([key, arg]) => [key, value(arg)]));
  return { ...one, args };
}
