import type { LineageGraph } from './graph.js';
import { labelOf } from './label.js';

/** A graph as a Mermaid flowchart. Folders without a skill now are dashed, as are hand-offs. */
export function toMermaid({ nodes, edges }: LineageGraph): string {
  const ids = new Map(nodes.map(({ path }, i) => [path, `n${i}`]));
  const former = nodes.flatMap(({ path, current }) => (current ? [] : [ids.get(path)!]));
  const lines = [
    ...nodes.map((node) => `${ids.get(node.path)}["${escaped(labelOf(node))}"]`),
    ...edges.map(({ type, from, to }) => {
      const arrow = type === 'hands-off-to' ? '-.->' : '-->';
      return `${ids.get(from)} ${arrow}|${type}| ${ids.get(to)}`;
    }),
    ...(former.length === 0
      ? []
      : ['classDef former stroke-dasharray: 4 4', `class ${former.join(',')} former`]),
  ];
  return `flowchart LR\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** Letters, digits and what paths are made of stay; all else is a numbered entity, which Mermaid only shows. */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}/._ -]/gu, (character) => `#${character.codePointAt(0)};`);
}
