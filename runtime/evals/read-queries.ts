import { evalLineBroken } from '../../schema/build-kinds.js';
import { type Finding, finding } from '../../schema/diagnostic.js';
import { nfc, toLf } from '../../schema/text.js';

/** One line of a file of queries. */
export interface EvalQuery {
  readonly id: string;
  readonly query: string;
  /** Names of skills or of their folders, any of which is right; empty where no skill fits. */
  readonly expected: readonly string[];
  /** Skills that must not win. */
  readonly not: readonly string[];
}

/** A query and its line in the file, from 1. */
export interface PlacedQuery extends EvalQuery {
  readonly line: number;
}

/**
 * Reads a file of queries, one JSON object a line: `{id, query, expected: [name, ...], not?: [name, ...]}`. Other keys
 * are left alone, empty lines too. A line that cannot be read is a finding, and the others go on.
 */
export function readQueries(text: string, path: string): { queries: PlacedQuery[]; findings: Finding[] } {
  const queries: PlacedQuery[] = [];
  const findings: Finding[] = [];
  toLf(text.replace(/^\uFEFF/, ''))
    .split('\n')
    .forEach((line, i) => {
      if (line.trim() === '') return;
      const read = readLine(line);
      if (typeof read !== 'string') queries.push({ ...read, line: i + 1 });
      else findings.push(finding(evalLineBroken, path, { line: i + 1, column: 1 }, { reason: read }));
    });
  return { queries, findings };
}

/** The query, or what is wrong with the line. */
function readLine(line: string): EvalQuery | string {
  const value = parse(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no JSON object';
  const { id, query, expected, not = [] } = value as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || id === '') return 'it has no text `id`';
  if (typeof query !== 'string') return 'it has no text `query`';
  if (query.trim() === '') return 'its `query` is empty';
  if (!isNames(expected)) return '`expected` is no list of names';
  if (!isNames(not)) return '`not` is no list of names';
  return { id, query, expected: expected.map(nfc), not: not.map(nfc) };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
