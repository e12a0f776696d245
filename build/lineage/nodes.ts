import type { LineageEdge } from '../../schema/lineage.js';
import type { LineageEvent } from './types.js';

/** One skill through all its names: the events that made it what it is, oldest first. */
export interface SkillNode {
  readonly events: LineageEvent[];
  /** Where it lies at this point of the history; null where it was deleted. */
  live: string | null;
  /** Its beginning is not in the events. */
  readonly truncated: boolean;
  readonly copy?: LineageEdge;
  /** The deletion that ended it, if one did. */
  ended?: LineageEvent;
}

/** What one commit did, and where that leaves the skills. */
export interface CommitStep {
  readonly commit: string;
  readonly events: readonly LineageEvent[];
  /** The skill of each event. */
  readonly nodes: readonly SkillNode[];
  /** The last node of every folder so far. */
  readonly owners: ReadonlyMap<string, SkillNode>;
}

/** Where a content was last seen. */
interface Seen {
  readonly path: string;
  readonly node: SkillNode;
}

/**
 * Follows skills through the events in their order. Branches stand interleaved in that order, so an event may come
 * behind one of another branch that moved or deleted the skill: the node that last had a folder takes such events,
 * unless the folder is there at the tip beside the moved skill (`tip`): then it is a skill of its own with the same
 * past. Returns the last node of every folder.
 *
 * @param onCommit is told of each commit, behind those before it
 */
export function followSkills(
  events: readonly LineageEvent[],
  tip: ReadonlySet<string>,
  onCommit?: (step: CommitStep) => void,
): ReadonlyMap<string, SkillNode> {
  const owners = new Map<string, SkillNode>();
  const seen = new Map<string, Seen>();
  for (let start = 0; start < events.length; ) {
    const commit = events[start]!.commit;
    let end = start;
    while (events[end]?.commit === commit) end++;
    const group = events.slice(start, end);
    const nodes = group.map((event) => apply(event, owners, seen, tip));
    group.forEach(({ blob, path }, i) => {
      if (blob !== undefined) seen.set(blob, { path, node: nodes[i]! });
    });
    onCommit?.({ commit, events: group, nodes, owners });
    start = end;
  }
  for (const path of tip) if (owners.has(path)) owners.set(path, claim(path, owners, tip));
  return owners;
}

function apply(
  event: LineageEvent,
  owners: Map<string, SkillNode>,
  seen: ReadonlyMap<string, Seen>,
  tip: ReadonlySet<string>,
): SkillNode {
  const { op, path } = event;
  if (op === 'delete') return remove(event, owners);
  let node: SkillNode;
  if (op === 'add') node = begin(event, owners.get(path), seen);
  else if (op === 'rename') node = move(event.from!, path, owners);
  else node = claim(path, owners, tip);
  node.events.push(event);
  owners.set(path, node);
  return node;
}

/** A new skill, or the one that another branch added to the same folder. */
function begin(
  event: LineageEvent,
  owner: SkillNode | undefined,
  seen: ReadonlyMap<string, Seen>,
): SkillNode {
  const { path, commit, blob } = event;
  if (owner?.live === path) return owner;
  const source = seen.get(blob!);
  const node = { events: [], live: path, truncated: false };
  if (source === undefined || source.path === path) return node;
  return { ...node, copy: { type: 'copy', from: source.path, to: path, commit } };
}

function move(from: string, path: string, owners: Map<string, SkillNode>): SkillNode {
  const source = owners.get(from);
  const displaced = owners.get(path);
  let node = source ?? unknownNode(path);
  const elsewhere = node.live !== null && node.live !== from && node.live !== path;
  if (elsewhere) node = fork(node, from);
  if (displaced !== undefined && displaced !== node && displaced.live === path) displaced.live = null;
  node.live = path;
  return node;
}

function remove(event: LineageEvent, owners: Map<string, SkillNode>): SkillNode {
  const node = owners.get(event.path) ?? unknownNode(event.path);
  owners.set(event.path, node);
  if (node.live === event.path) {
    node.live = null;
    node.ended = event;
  }
  return node;
}

/** The node that a change to a folder belongs to. */
function claim(path: string, owners: ReadonlyMap<string, SkillNode>, tip: ReadonlySet<string>): SkillNode {
  const owner = owners.get(path);
  if (owner === undefined) return unknownNode(path);
  if (owner.live === null) owner.live = path;
  return owner.live !== path && tip.has(path) ? fork(owner, path) : owner;
}

/** A skill of its own with the past that the node had until it left a folder. */
function fork(node: SkillNode, path: string): SkillNode {
  const left = node.events.findLastIndex((event) => event.op === 'rename' && event.from === path);
  const events = left < 0 ? [...node.events] : node.events.slice(0, left);
  return { ...node, events, live: path };
}

function unknownNode(path: string): SkillNode {
  return { events: [], live: path, truncated: true };
}
