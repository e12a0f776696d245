import { fromJsonSchema } from '@modelcontextprotocol/server';
import { excerpt } from '../../../schema/text.js';
import { LIMIT } from '../../search/check-options.js';
import { GLOBAL_REPO } from '../../search/filter.js';
import { gateSentence, gateSignalsText } from '../../search/gate-text.js';
import type { Rejection, SearchAnswer, SearchResult } from '../../types.js';
import { utilityText } from '../../usage/utility.js';
import { defineTool, nullable, oneLine, toolResult } from '../tool.js';
import { toolInput } from '../tool-input.js';

interface Input {
  readonly query: string;
  readonly repo_scope?: 'current' | 'all';
  readonly current_repo?: string;
  readonly tags_filter?: readonly string[];
  readonly limit?: number;
  readonly verbose?: boolean;
  readonly current_only?: boolean;
}

const inputSchema = toolInput<Input>({
  type: 'object',
  required: ['query'],
  properties: {
    query: {
      type: 'string',
      description: 'The task in a few words: what is to be done, with which tool, which error.',
    },
    repo_scope: {
      type: 'string',
      enum: ['current', 'all'],
      description:
        '`current`, the default where the repository is known: skills for it and for every repository. `all`: no limit.',
    },
    current_repo: {
      type: 'string',
      description: "Name of the repository that you work in; the workspace folder's if absent.",
    },
    tags_filter: {
      type: 'array',
      items: { type: 'string' },
      description: 'Only skills that have all of these tags.',
    },
    limit: {
      type: 'integer',
      minimum: LIMIT.min,
      maximum: LIMIT.max,
      description: `How many at most; ${LIMIT.default} if absent.`,
    },
    verbose: {
      type: 'boolean',
      description:
        'Adds each part of the score, the terms that matched, and how it was judged whether any skill fits.',
    },
    current_only: { type: 'boolean', description: 'Leaves out deprecated and expired skills.' },
  },
});

const notices = {
  type: 'array',
  items: { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' } } },
} as const;

const parts = {
  type: 'array',
  items: {
    type: 'object',
    required: ['field', 'score', 'terms'],
    properties: {
      field: { type: 'string' },
      score: { type: 'number' },
      terms: { type: 'array', items: { type: 'string' } },
      record: {
        type: 'object',
        properties: {
          query: { type: 'string' },
          likeness: { type: 'number' },
          evidence: { type: 'number' },
        },
      },
    },
  },
} as const;

const outputSchema = fromJsonSchema<unknown>({
  type: 'object',
  required: ['query', 'results', 'rejected', 'notices'],
  properties: {
    query: { type: 'string' },
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'name', 'description', 'score'],
        properties: {
          path: { type: 'string' },
          name: { type: 'string' },
          displayName: nullable('string'),
          type: nullable('string'),
          repo: { type: 'string' },
          version: nullable('integer'),
          tags: { type: 'array', items: { type: 'string' } },
          description: { type: 'string' },
          status: { type: 'string' },
          score: { type: 'number' },
          lineage: { type: 'array', items: { type: 'string' } },
          source: { type: 'string' },
          alsoIn: { type: 'array', items: { type: 'string' } },
          expired: { type: 'boolean' },
          exact: { type: 'boolean' },
          formerly: { type: 'array', items: { type: 'string' } },
          parts,
          utility: { type: 'object' },
        },
      },
    },
    rejected: nullable('object'),
    notices,
    gate: { type: 'object' },
  },
});

/** Finds skills by what they are for; metadata only. */
export const searchSkills = defineTool<Input>({
  name: 'search_skills',
  title: 'Search skills',
  description:
    'Finds skills (written know-how) for a task. Call it before you start; read what fits with get_skill. Returns metadata only, best first. An empty result says why.',
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run(input, context) {
    const library = await context.library();
    const repo = input.current_repo ?? context.currentRepo ?? undefined;
    const scoped = input.repo_scope !== 'all' && repo !== undefined;
    const answer = await library.search(input.query, {
      ...(scoped ? { repo } : {}),
      ...(input.tags_filter === undefined ? {} : { tags: input.tags_filter }),
      ...(input.limit === undefined ? {} : { limit: input.limit }),
      ...(context.fusion === undefined ? {} : { fusion: context.fusion }),
      current: input.current_only === true,
      verbose: input.verbose === true,
    });
    if (answer.rejected !== null) await context.usage?.search(library, answer);
    const asked = {
      ...answer,
      rejected: answer.rejected === null ? null : forAgents(answer.rejected),
      notices: [...answer.notices, ...scopeNotices(input, repo, answer)],
    };
    return toolResult(describeAnswer(asked), asked);
  },
});

/** What a caller who has these tools only can do where there is nothing. */
const NOTHING: { readonly [Reason in Rejection['reason']]?: string } = {
  'empty-index': 'The index holds no skills. Go on without one.',
  'no-match': 'No skill has any of the words of the query. Try other words, or go on without a skill.',
};

function forAgents(rejected: Rejection): Rejection {
  const { reason, nearest } = rejected;
  if (reason !== 'no-fit' || nearest === undefined)
    return { ...rejected, message: NOTHING[reason] ?? rejected.message };
  const message = `No skill seems to fit. Go on without a skill, or put the query in other words. The nearest is ${oneLine(nearest.name)} (${oneLine(nearest.path)}).`;
  return { ...rejected, message };
}

/** Says where the scope, which the caller may not have chosen, shaped the answer. */
function scopeNotices(input: Input, repo: string | undefined, answer: SearchAnswer): SearchAnswer['notices'] {
  if (input.repo_scope === 'current' && repo === undefined) {
    const message =
      'The current repository is not known, so skills of all repositories were searched. Give current_repo.';
    return [{ code: 'repo-unknown', message }];
  }
  if (input.repo_scope === 'all' || repo === undefined || answer.rejected?.reason !== 'filtered') return [];
  const message = `Only skills for ${repo} and for every repository were searched; repo_scope \`all\` searches the others, too.`;
  return [{ code: 'repo-scope', message }];
}

function describeAnswer(answer: SearchAnswer): string {
  const { rejected, gate } = answer;
  const lines = answer.results.map(describeResult);
  if (rejected !== null) lines.push(oneLine(rejected.message));
  if (rejected?.nearest !== undefined)
    lines.push(`   ${excerpt(rejected.nearest.description, LONGEST_NEAREST)}`);
  if (gate !== undefined) lines.push(`Gate: ${gateSentence(gate)} Signals: ${gateSignalsText(gate)}.`);
  for (const notice of answer.notices) lines.push(`Note: ${notice.message}`);
  return lines.join('\n');
}

function describeResult(result: SearchResult, index: number): string {
  const marks = marksOf(result);
  const head = `${index + 1}. ${oneLine(result.name)} (${oneLine(result.path)}) ${result.score.toFixed(3)}`;
  const parts = result.parts?.map((part) =>
    `   ${part.field} ${part.score.toFixed(3)}: ${oneLine(part.record?.query ?? part.terms.join(', '))}`.trimEnd(),
  );
  return [
    marks.length > 0 ? `${head} [${marks.join('; ')}]` : head,
    `   ${excerpt(result.description, LONGEST_SHOWN)}`,
    ...(parts === undefined ? [] : [...parts, `   lineage ${oneLine(result.lineage.join(' -> '))}`]),
    ...(result.utility?.versions.slice(0, 1) ?? []).map((version) => `   use ${utilityText(version)}`),
  ].join('\n');
}

function marksOf(result: SearchResult): string[] {
  const { displayName, name } = result;
  return [
    displayName === null || displayName === name ? '' : displayName,
    result.type ?? '',
    result.repo === GLOBAL_REPO ? '' : `repo ${result.repo}`,
    result.source === undefined ? '' : `index ${result.source}`,
    result.version === null ? '' : `v${result.version}`,
    result.status === 'active' ? '' : result.status,
    result.expired ? 'expired' : '',
    result.formerly === undefined ? '' : `formerly ${result.formerly.join(', ')}`,
    result.tags.length > 0 ? `tags ${result.tags.join(', ')}` : '',
  ]
    .filter((mark) => mark !== '')
    .map(oneLine);
}

/** Longest description that the text shows, in code points, of a result and of the nearest miss; the structured content has it whole. */
const LONGEST_SHOWN = 500;
const LONGEST_NEAREST = 200;
