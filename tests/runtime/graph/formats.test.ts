import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDot } from '../../../runtime/graph/dot.js';
import { EDGE_TYPES, type LineageGraph, lineageGraph } from '../../../runtime/graph/graph.js';
import { labelOf } from '../../../runtime/graph/label.js';
import { toMermaid } from '../../../runtime/graph/mermaid.js';
import type { SkillEntry } from '../../../schema/index.types.js';

/** What a reader of a format finds: labels by node, and edges. */
interface Read {
  readonly labels: Map<string, string>;
  readonly edges: string[];
}

/** Reads the part of Graphviz's grammar that there is, token by token; anything else fails. */
function readDot(text: string): Read {
  const tokens: string[] = [];
  const token = /\s*(?:("(?:[^"\\]|\\.)*")|([A-Za-z_][\w]*|\d+)|(->|[{}[\]=;,]))/sy;
  while (token.lastIndex < text.trimEnd().length) {
    const match = token.exec(text);
    if (match === null) throw new Error(`no token in ${text}`);
    tokens.push(match[0].trim());
  }
  let at = 0;
  const take = (wanted?: string): string => {
    const got = tokens[at++];
    if (got === undefined || (wanted !== undefined && got !== wanted))
      throw new Error(`${got} where ${wanted} should be`);
    return got;
  };
  const attributes = (): Map<string, string> => {
    const found = new Map<string, string>();
    if (tokens[at] !== '[') return found;
    take('[');
    while (tokens[at] !== ']') {
      const key = take();
      take('=');
      found.set(key, take());
      if (tokens[at] === ',') take(',');
    }
    take(']');
    return found;
  };
  // In a label, a backslash makes the next character plain, unless that is one of the letters that stand for something.
  const unquoted = (quoted: string): string =>
    quoted.slice(1, -1).replace(/\\(.)/gs, (_, character: string) => {
      if (/[NGETHLlnr]/.test(character)) throw new Error(`\\${character} in a label`);
      return character;
    });
  const read: Read = { labels: new Map(), edges: [] };
  take('digraph');
  take();
  take('{');
  while (tokens[at] !== '}') {
    const first = take();
    if (tokens[at] === '=') {
      take('=');
      take();
    } else if (tokens[at] === '->') {
      take('->');
      const second = take();
      read.edges.push([unquoted(attributes().get('label')!), first, second].join(' '));
    } else {
      const label = attributes().get('label');
      if (first !== 'node') read.labels.set(first, unquoted(label!));
    }
    take(';');
  }
  take('}');
  expect(at).toBe(tokens.length);
  return read;
}

/** Reads the part of Mermaid's flowcharts that there is, line by line; anything else fails. */
function readMermaid(text: string): Read {
  const read: Read = { labels: new Map(), edges: [] };
  const [first, ...lines] = text.trimEnd().split('\n');
  expect(first).toBe('flowchart LR');
  for (const line of lines) {
    const node = /^ {2}(n\d+)\["((?:[^"#;<>&`\p{Cc}]|#\d+;)*)"\]$/u.exec(line);
    const edge = /^ {2}(n\d+) (?:-->|-\.->)\|([a-z-]+)\| (n\d+)$/.exec(line);
    if (node !== null) {
      read.labels.set(
        node[1]!,
        node[2]!.replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
      );
    } else if (edge !== null) read.edges.push([edge[2], edge[1], edge[3]].join(' '));
    else expect(line).toMatch(/^ {2}(?:classDef former stroke-dasharray: 4 4|class n\d+(?:,n\d+)* former)$/);
  }
  return read;
}

const skill = (path: string, name = path): SkillEntry => ({ path, name }) as SkillEntry;

describe('lineageGraph', () => {
  const edges = [
    { type: 'rename', from: 'skills/old', to: 'skills/a', commit: '1' },
    { type: 'hands-off-to', from: 'skills/a', to: 'skills/real' },
  ] as const;
  const skills = [
    skill('skills/a', 'first'),
    skill('skills/alone'),
    { ...skill('skills/link', 'linked'), realPath: 'skills/real' },
  ];

  it('has the folders that edges name', () => {
    expect(lineageGraph(skills, edges)).toEqual({
      nodes: [
        { path: 'skills/a', name: 'first', current: true },
        { path: 'skills/old', name: 'old', current: false },
        { path: 'skills/real', name: 'linked', current: true },
      ],
      edges,
    });
    expect(lineageGraph(skills, edges, ['rename']).nodes.map(({ path }) => path)).toEqual([
      'skills/a',
      'skills/old',
    ]);
    expect(lineageGraph(skills, edges, [])).toEqual({ nodes: [], edges: [] });
  });
});

describe.each([
  ['dot', toDot, readDot],
  ['mermaid', toMermaid, readMermaid],
] as const)('%s', (_name, write, read) => {
  it('shows nodes and edges', () => {
    const edges = EDGE_TYPES.map((type) => ({ type, from: 'skills/b', to: 'skills/a' }));
    const { labels, edges: found } = read(write(lineageGraph([skill('skills/a', 'x')], edges)));
    expect([...labels]).toEqual([
      ['n0', 'skills/a (x)'],
      ['n1', 'skills/b'],
    ]);
    expect(found).toEqual(EDGE_TYPES.map((type) => `${type} n1 n0`));
  });

  it('is read back as it was, whatever the names', () => {
    const odd = fc.constantFrom(
      '"',
      '\\',
      '];',
      '\n',
      '#35;',
      '#quot;',
      '<b>',
      '&amp;',
      '-->',
      'end',
      '%%{init}%%',
      '`',
      '|',
      '{',
      '\u202e',
      'é',
      '技',
      '\\N',
      '\\',
      ' ',
    );
    const name = fc.oneof(
      fc.array(odd, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', minLength: 1 }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 6 }), name, (paths, other) => {
        const edges = paths
          .slice(1)
          .map((path, i) => ({ type: EDGE_TYPES[i % 6]!, from: path, to: paths[0]! }));
        const graph: LineageGraph = lineageGraph([skill(paths[0]!, other)], edges);
        const found = read(write(graph));
        expect([...found.labels.values()]).toEqual(graph.nodes.map(labelOf));
        const at = (path: string): number => graph.nodes.findIndex((node) => node.path === path);
        expect(found.edges).toEqual(
          graph.edges.map(({ type, from, to }) => `${type} n${at(from)} n${at(to)}`),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('shows an index without edges', () => {
    expect(read(write({ nodes: [], edges: [] }))).toEqual({ labels: new Map(), edges: [] });
  });
});
