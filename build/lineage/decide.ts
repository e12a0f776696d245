import { compareText } from '../../schema/diagnostic.js';
import type {
  CommitInfo,
  LineageEdge,
  LineageSection,
  RemovedSkill,
  SkillLineage,
  SkillVersion,
} from '../../schema/lineage.js';
import { eventKey, packEvent } from './log.js';
import { followSkills, type SkillNode } from './nodes.js';
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
  const owners = followSkills(gathered.events, paths);
  const nodes = new Map([...paths].map((path) => [path, owners.get(path)]));
  const skills = tip.map(({ path }) => skillLineage(path, nodes.get(path), gathered, paths));
  const { edges, unknown } = statedEdges(tip, skills);
  const told = new Set([...nodes.values()].flatMap((node) => node?.events ?? []));
  return {
    section: {
      status: gathered.status,
      ...(gathered.reason === undefined ? {} : { reason: gathered.reason }),
      ...(gathered.state === undefined ? {} : { state: gathered.state }),
      commits: sortedTable(gathered.commits),
      skills,
      edges: sortEdges([...historyEdges(nodes.values()), ...edges]),
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

function skillLineage(
  path: string,
  node: SkillNode | undefined,
  { status, commits, doubtful }: GatheredHistory,
  tip: ReadonlySet<string>,
): SkillLineage {
  const events = node?.events ?? [];
  const [first, last] = [events[0], events.at(-1)];
  const begun = first !== undefined && node?.truncated === false && !doubtful.has(first.commit);
  const former = new Set(events.flatMap((event) => [event.path, event.from ?? path]));
  const formerly = [...former].filter((folder) => folder !== path && !tip.has(folder)).sort(compareText);
  const unread = first === undefined && status !== 'full' && status !== 'absent';
  return {
    path,
    versions: events.map((event, i) => skillVersion(event, i + 1, path)),
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

function historyEdges(nodes: Iterable<SkillNode | undefined>): LineageEdge[] {
  const edges = new Map<string, LineageEdge>();
  for (const node of nodes) {
    if (node?.copy !== undefined) edges.set(JSON.stringify(node.copy), node.copy);
    for (const { op, from, path, commit } of node?.events ?? []) {
      if (op === 'rename')
        edges.set(eventKey({ commit, path }), { type: 'rename', from: from!, to: path, commit });
    }
  }
  return [...edges.values()];
}

/** Edges in the order of the artifact. */
export function sortEdges(edges: readonly LineageEdge[]): LineageEdge[] {
  const key = ({ to, type, from, commit }: LineageEdge) => [to, type, from, commit ?? ''].join('\0');
  return edges
    .map((edge) => ({ edge, key: key(edge) }))
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ edge }) => edge);
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
