import { compareBudgets } from './compare-budgets.js';
import { newDuplicates } from './compare-duplicates.js';
import { compareLevels } from './compare-levels.js';
import { listingSize } from './compare-listing.js';
import { compareHandOffs } from './compare-references.js';
import { compareSkill } from './compare-skill.js';
import { findLostLineage } from './find-lost-lineage.js';
import { type CompareOptions, type GatheredSides, withSides } from './gather.js';
import { gatherFindings } from './gather-findings.js';
import { gatherMentions } from './gather-mentions.js';
import { gatherOutside } from './gather-outside.js';
import { gatherRanking } from './gather-ranking.js';
import { gatherSettings } from './gather-settings.js';
import { type GatheredSkills, gatherSkills } from './gather-skills.js';
import { Movements } from './movements.js';
import type { ChangeReport, SettingsChange, SkillChange } from './types.js';

/**
 * What a change makes different for the agents that read the skills: each skill, what is found for which query, what is
 * lost or at risk. Both commits are built in memory; nothing is written.
 *
 * @throws SkillgraftError `ref-not-found`, `no-merge-base`, `not-a-repository`, and what a build throws
 */
export async function compareCommits(options: CompareOptions): Promise<ChangeReport> {
  return withSides(options, compareSides);
}

async function compareSides(sides: GatheredSides): Promise<ChangeReport> {
  const { resolved, before, after } = sides;
  const gathered = await gatherSkills(before, after);
  const movements = new Movements(gathered.pairs);
  const skills = skillChanges(sides, gathered);
  const touched = new Set(skills.map(({ path }) => path));
  const settings = await gatherSettings(sides);
  const ranking = await gatherRanking(sides, movements, skills, synonymWords(settings));
  const { base, head, mergeBase } = resolved;
  return {
    format: { name: 'skillgraft-change', version: 1 },
    base,
    head,
    mergeBase,
    skills,
    unreadable: newlyUnreadable(sides, skills),
    outside: await gatherOutside(sides),
    ranking: ranking.ranking,
    evals: ranking.evals,
    findings: await gatherFindings(sides, movements),
    levels: compareLevels(before.built.settings.rules, after.built.settings.rules),
    settings,
    handOffs: compareHandOffs(before.built.lineage.edges, after.built.lineage.edges, (path) =>
      movements.nowOf(path),
    ),
    mentions: await gatherMentions(sides, movements),
    lostLineage: findLostLineage(sides, gathered),
    duplicates: await duplicates(sides, movements, touched),
    listing: { before: listingSize(before.built.skills), after: listingSize(after.built.skills) },
    budgets: compareBudgets(before.built.skills, after.built.skills),
    notes: [
      ...resolved.notes,
      ...before.built.notes,
      ...after.built.notes,
      ...ranking.notes,
      ...lineageNotes(sides),
    ],
  };
}

/** Keys of the synonyms that differ, and the words that came or went. */
function synonymWords({ synonyms }: SettingsChange): string[] {
  return [
    ...new Set(
      synonyms.flatMap(({ key, before, after }) => [
        key,
        ...[before, after].flatMap((words) => (words as string[] | null) ?? []),
      ]),
    ),
  ];
}

function skillChanges({ before, after }: GatheredSides, gathered: GatheredSkills): SkillChange[] {
  const failed = (side: typeof before) => new Set(side.built.failed.map(({ path }) => path));
  const [unreadBefore, unreadAfter] = [failed(before), failed(after)];
  return gathered.pairs.flatMap((pair) => {
    const state = {
      before: gathered.before.get(pair.before ?? '') ?? null,
      after: gathered.after.get(pair.after ?? '') ?? null,
    };
    if (state.before === null && state.after === null) return [];
    const file = `${pair.after ?? pair.before}/SKILL.md`;
    const isMoved = pair.before !== null && pair.after !== null && pair.before !== pair.after;
    const change = compareSkill({
      ...state,
      ...(isMoved ? { similarity: gathered.similarity(pair.before!, pair.after!) } : {}),
      unreadable: { before: unreadBefore.has(file), after: unreadAfter.has(file) },
    });
    return change === null ? [] : [change];
  });
}

function newlyUnreadable({ before, after }: GatheredSides, skills: readonly SkillChange[]): string[] {
  const known = new Set([
    ...before.built.failed.map(({ path }) => path),
    ...skills.map(({ path }) => `${path}/SKILL.md`),
  ]);
  return after.built.failed.map(({ path }) => path).filter((path) => !known.has(path));
}

async function duplicates(
  { before, after }: GatheredSides,
  movements: Movements,
  touched: ReadonlySet<string>,
): Promise<ChangeReport['duplicates']> {
  const hasVectors = await Promise.all(
    [before, after].map(async ({ index }) => (await index.meaning()).model !== null),
  );
  if (touched.size === 0 || hasVectors.includes(false)) return [];
  const limit = { limit: LIMIT_OF_PAIRS };
  return newDuplicates({
    before: await before.index.duplicates(limit),
    after: await after.index.duplicates(limit),
    nowOf: (path) => movements.nowOf(path),
    touched,
  });
}

const LIMIT_OF_PAIRS = 10_000;

function lineageNotes({ before, after }: GatheredSides): string[] {
  const statuses = [before, after].map(({ built }) => built.lineage.status);
  if (statuses.includes('shallow') || statuses.includes('partial'))
    return [
      'The history here is not whole, so renames were told by content alone. Fetch it all (`fetch-depth: 0` in a workflow).',
    ];
  return [];
}
