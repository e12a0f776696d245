import { compareText } from '../../schema/diagnostic.js';
import type { CommitInfo, LineageSection, RemovedSkill } from '../../schema/lineage.js';
import { ChangelogReader } from './changelogs.js';
import { historyEdges, onceEach, sortEdges } from './edges.js';
import { packEvent } from './log.js';
import { followSkills, type SkillNode } from './nodes.js';
import { skillLineage } from './skill-lineage.js';
import { statedEdges } from './sources.js';
import type { GatheredHistory, LineageEvent, TipSkill, UnknownSource } from './types.js';

/** The section, and what the front matter names that is not there. */
export interface DecidedLineage {
  readonly section: LineageSection;
  readonly unknownSources: readonly UnknownSource[];
}

/** Decides the lineage of the skills at the tip from gathered events. Pure: the same input, the same section. */
export function decideLineage(gathered: GatheredHistory, tips: readonly TipSkill[]): DecidedLineage {
  const tip = [...tips].sort((a, b) => compareText(a.path, b.path));
  const paths = new Set(tip.map(({ path }) => path));
  const changelogs = new ChangelogReader(gathered.commits, tip);
  const owners = followSkills(gathered.events, paths, (step) => changelogs.read(step));
  const nodes = new Map([...paths].map((path) => [path, owners.get(path)]));
  const around = { ...gathered, paths, toldOf: (event: LineageEvent) => changelogs.of(event) };
  const skills = tip.map((skill) => skillLineage(skill, nodes.get(skill.path), around));
  const { edges, unknown } = statedEdges(tip, skills);
  const told = new Set([...nodes.values()].flatMap((node) => node?.events ?? []));
  return {
    section: {
      status: gathered.status,
      ...(gathered.reason === undefined ? {} : { reason: gathered.reason }),
      ...(gathered.state === undefined ? {} : { state: gathered.state }),
      commits: sortedTable(gathered.commits),
      skills,
      edges: sortEdges([...historyEdges(nodes.values()), ...onceEach([...changelogs.edges(), ...edges])]),
      removed: removedSkills(owners, paths, gathered.commits),
      log: gathered.events
        .filter((event) => !told.has(event))
        .map(packEvent)
        .sort(compareText),
    },
    unknownSources: unknown,
  };
}

/** The section of a folder or repository whose history cannot be read; `reason` is a code. */
export function absentLineage(reason: string, tips: readonly TipSkill[]): DecidedLineage {
  return decideLineage(
    { status: 'absent', reason, commits: new Map(), events: [], doubtful: new Set() },
    tips,
  );
}

function sortedTable(commits: ReadonlyMap<string, CommitInfo>): Record<string, CommitInfo> {
  const ids = [...commits.keys()].sort(compareText);
  return Object.fromEntries(ids.map((id) => [id, commits.get(id)!]));
}

/** Folders whose last skill was deleted there, and not moved on. */
function removedSkills(
  owners: ReadonlyMap<string, SkillNode>,
  tip: ReadonlySet<string>,
  commits: ReadonlyMap<string, CommitInfo>,
): RemovedSkill[] {
  const removed: RemovedSkill[] = [];
  for (const [path, { live, ended }] of owners) {
    if (live !== null || ended?.path !== path || tip.has(path)) continue;
    removed.push({ path, commit: ended.commit, date: commits.get(ended.commit)!.date });
  }
  return removed.sort((a, b) => compareText(a.path, b.path));
}
