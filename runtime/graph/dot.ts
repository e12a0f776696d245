import type { LineageGraph } from './graph.js';
import { labelOf } from './label.js';

/** A graph in Graphviz's language. Folders without a skill now are dashed. */
export function toDot({ nodes, edges }: LineageGraph): string {
  const ids = new Map(nodes.map(({ path }, i) => [path, `n${i}`]));
  const lines = [
    ...nodes.map(
      (node) =>
        `${ids.get(node.path)} [label=${quoted(labelOf(node))}${node.current ? '' : ', style=dashed'}];`,
    ),
    ...edges.map(({ type, from, to }) => `${ids.get(from)} -> ${ids.get(to)} [label=${quoted(type)}];`),
  ];
  const body = ['rankdir=LR;', 'node [shape=box];', ...lines].map((line) => `  ${line}\n`).join('');
  return `digraph lineage {\n${body}}\n`;
}

/** A string whose backslashes are only backslashes: in labels, \N and its like stand for something. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
