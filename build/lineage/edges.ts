import { compareText } from '../../schema/diagnostic.js';
import type { LineageEdge } from '../../schema/lineage.js';
import { eventKey } from './log.js';
import type { SkillNode } from './nodes.js';

/** Of edges with the same ends the first one: trailers come before front matter, and older ones before later ones. */
export function onceEach(edges: readonly LineageEdge[]): LineageEdge[] {
  const once = new Map<string, LineageEdge>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.type, edge.from, edge.to]);
    if (!once.has(key)) once.set(key, edge);
  }
  return [...once.values()];
}

/** Renames and copies. */
export function historyEdges(nodes: Iterable<SkillNode | undefined>): LineageEdge[] {
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
