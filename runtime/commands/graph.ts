import { defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { EDGE_TYPES, type EdgeType, type LineageGraph } from '../graph/graph.js';
import { badOption, shown } from '../search/check-options.js';
import { openConfigured } from './open-configured.js';

/** What writes a format as text. */
const FORMATS: Readonly<Record<'mermaid' | 'dot', () => Promise<(graph: LineageGraph) => string>>> = {
  mermaid: async () => (await import('../graph/mermaid.js')).toMermaid,
  dot: async () => (await import('../graph/dot.js')).toDot,
};

export const graph = defineCommand({
  name: 'graph',
  summary: 'Print how skills hang together, as JSON, Mermaid or DOT',
  description: [
    `The edges of the index: ${EDGE_TYPES.join(', ')}. Skills without an edge are left out.`,
    'Folders that have no skill now are dashed.',
  ],
  options: {
    index: settingOption('index'),
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: ['json', 'mermaid', 'dot'],
      default: 'json',
      description: '`json` {nodes, edges} (if not given), `mermaid` or `dot`.',
    },
    edges: {
      type: 'string',
      value: 'TYPES',
      multiple: true,
      description: 'Only edges of these types, such as derive,merge.',
    },
  },
  examples: ['graph --format mermaid', 'graph --format dot --edges derive,merge,supersede'],
  async run(context) {
    const { format, edges } = context.args;
    const types = edges.length === 0 ? undefined : edges.map(edgeType);
    const found = await (await openConfigured(context)).graph(types);
    if (format === 'json') context.json(found);
    else context.print((await FORMATS[format]())(found).trimEnd());
    return 0;
  },
});

/** @throws SkillgraftError `bad-option` */
function edgeType(word: string): EdgeType {
  const type = EDGE_TYPES.find((one) => one === word);
  if (type === undefined)
    throw badOption(`--edges cannot be ${shown(word)}.`, `Give some of: ${EDGE_TYPES.join(', ')}.`);
  return type;
}
