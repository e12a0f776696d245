import type { TreeEntry } from '../runtime/git/repository.js';
import { compareText, type Finding } from '../schema/diagnostic.js';
import { type CollectedSkill, validateCollection } from '../schema/skill/collection.js';
import type { Waiver } from './check/waivers/types.js';
import type { DiscoveredSkill } from './discover.js';
import type { Snapshot } from './git/snapshot.js';
import { likePaths } from './like-paths.js';
import { type BuildMemo, remembered } from './memo.js';
import type { BuildSettings } from './options.js';
import { readSkill, type SkillReading } from './read-skill.js';
import { notedTree, saysTheSame, type TreeAnswers, type TreeQuestions } from './tree-answers.js';
import type { Progress, ReadSkill } from './types.js';

/** Skills that are read at once: their files are in memory together. */
const BATCH = 64;

/** Readings of the same files that are remembered: each holds their prose. */
const MOST_READINGS = 4;

/** Kind of the readings in a memo: lists of `KnownReading`. */
export const READINGS = 'readings';

/** What became of the files that were found. */
export interface ReadResult {
  readonly skills: readonly ReadSkill[];
  /** Files that cannot stand in the index, with the errors that say why. */
  readonly failed: readonly { readonly path: string; readonly codes: readonly string[] }[];
  readonly findings: readonly Finding[];
  /** What the files of all skills waive. */
  readonly waivers: readonly Waiver[];
}

/** Reads, parses and validates every skill, and all of them together; a broken one becomes findings, the others go on. */
export async function readSkills(
  found: readonly DiscoveredSkill[],
  snapshot: Snapshot,
  settings: BuildSettings,
  onProgress: (progress: Progress) => void,
  memo?: BuildMemo,
): Promise<ReadResult> {
  const tree: TreeQuestions = {
    kindOf: kindsOf(snapshot.entries),
    likeOf: likePaths(snapshot.entries.map(({ path }) => path)),
  };
  const skills: ReadSkill[] = [];
  const collected: CollectedSkill[] = [];
  const failed: { path: string; codes: string[] }[] = [];
  const findings: Finding[] = [];
  const waivers = new Map<string, readonly Waiver[]>();
  for (let start = 0; start < found.length; start += BATCH) {
    const batch = found.slice(start, start + BATCH).map((one) => {
      const files = filesToRead(one);
      const known = readingsOf(one, files, settings, memo);
      return { one, files, known, before: known.find(({ answers }) => saysTheSame(tree, answers)) };
    });
    const bytes = await snapshot.readAll(
      batch.flatMap(({ files, before }) => (before === undefined ? files : [])),
    );
    let at = 0;
    for (const { one, files, known, before } of batch) {
      let reading = before?.reading;
      if (reading === undefined) {
        const noted = notedTree(tree);
        reading = readSkill(one, files, bytes.slice(at, at + files.length), noted.tree, settings);
        if (known.length === MOST_READINGS) known.shift();
        known.push({ reading, answers: noted.answers });
        at += files.length;
      }
      // A nested skill's files are also the outer one's.
      for (const [path, own] of reading.waivers) if (!waivers.has(path)) waivers.set(path, own);
      findings.push(...reading.findings);
      if (reading.read === null) failed.push({ path: one.file, codes: errorCodes(reading.findings) });
      else {
        const { skill, body } = reading.read;
        const { name, description } = skill;
        skills.push({ ...skill, found: one });
        collected.push({ name, description, body, file: one.file, digest: one.entry.oid });
      }
    }
    onProgress({ stage: 'read', done: Math.min(start + BATCH, found.length), total: found.length });
  }
  const { listingBudget } = settings;
  findings.push(...validateCollection(collected, listingBudget === undefined ? {} : { listingBudget }));
  return { skills, failed, findings, waivers: [...waivers.values()].flat() };
}

/** SKILL.md first, then by path; submodules and links that lead nowhere have no bytes. */
function filesToRead(found: DiscoveredSkill): TreeEntry[] {
  const others = found.files.filter((file) => file.path !== found.file && file.mode.startsWith('100'));
  return [found.entry, ...others.sort((a, b) => compareText(a.path, b.path))];
}

/** A reading, and what the tree has to answer for it to hold. */
export interface KnownReading {
  readonly reading: SkillReading;
  readonly answers: TreeAnswers;
}

/** Readings of the same files under the same settings; which of them holds depends on the tree around them. */
function readingsOf(
  { path }: DiscoveredSkill,
  files: readonly TreeEntry[],
  { profile, rules, handOffs }: BuildSettings,
  memo: BuildMemo | undefined,
): KnownReading[] {
  const how = JSON.stringify([profile, rules, handOffs]);
  const key = [how, path, ...files.flatMap((file) => [file.path, file.mode, file.oid])].join('\0');
  return remembered(memo, READINGS, key, () => []);
}

function errorCodes(findings: readonly Finding[]): string[] {
  return [...new Set(findings.filter((one) => one.severity === 'error').map((one) => one.code))].sort();
}

function kindsOf(entries: readonly TreeEntry[]): TreeQuestions['kindOf'] {
  const files = new Set(entries.map((entry) => entry.path));
  const folders = new Set<string>();
  for (const path of files) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return (path) => (files.has(path) ? 'file' : folders.has(path) || path === '' ? 'folder' : undefined);
}
