import { posix } from 'node:path';
import { compareText } from '../../schema/diagnostic.js';
import type { SkillEntry } from '../../schema/index.types.js';
import type { LineageEdge } from '../../schema/lineage.js';
import { historyFolder } from '../lineage-view.js';

/** Every type of edge. */
export const EDGE_TYPES = ['rename', 'copy', 'derive', 'merge', 'supersede', 'hands-off-to'] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];

/** A folder that an edge begins or ends at. */
export interface GraphNode {
  readonly path: string;
  /** Of the skill; of a folder that has none now, its last part. */
  readonly name: string;
  /** False for a folder that a skill had before, or whose skill is gone. */
  readonly current: boolean;
}

/** How skills hang together. Skills without an edge are left out. */
export interface LineageGraph {
  /** Sorted by path. */
  readonly nodes: readonly GraphNode[];
  /** Sorted by end, type, beginning. */
  readonly edges: readonly LineageEdge[];
}

/**
 * The graph of an index's edges.
 *
 * @param types which edges; all where absent
 */
export function lineageGraph(
  skills: readonly SkillEntry[],
  all: readonly LineageEdge[],
  types: readonly EdgeType[] = EDGE_TYPES,
): LineageGraph {
  const edges = all.filter(({ type }) => types.includes(type));
  const names = new Map([...skills].reverse().map((skill) => [historyFolder(skill), skill.name]));
  const paths = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort(compareText);
  const nodes = paths.map((path) => {
    const name = names.get(path);
    return { path, name: name ?? posix.basename(path), current: name !== undefined };
  });
  return { nodes, edges };
}
