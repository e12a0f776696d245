import { fromJsonSchema } from '@modelcontextprotocol/server';
import { LIMIT } from '../../search/search.js';
import type { SearchAnswer, SearchResult } from '../../types.js';
import { defineTool, toolResult } from '../tool.js';

interface Input {
  readonly query: string;
  readonly repo_scope?: 'current' | 'all';
  readonly current_repo?: string;
  readonly tags_filter?: readonly string[];
  readonly limit?: number;
  readonly verbose?: boolean;
}

const inputSchema = fromJsonSchema<Input>({
  type: 'object',
  additionalProperties: false,
  required: ['query'],
  properties: {
    query: {
      type: 'string',
      description: 'The task in a few words: what is to be done, with which tool, which error.',
    },
    repo_scope: {
      enum: ['current', 'all'],
      description:
        '`current` (default where the repository is known): skills for this repository and global ones.',
    },
    current_repo: {
      type: 'string',
      description: "Name of the repository; the client's workspace folder if absent.",
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
    verbose: { type: 'boolean', description: 'Adds each part of the score and the terms that matched.' },
  },
});

const notices = {
  type: 'array',
  items: { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' } } },
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
          displayName: { type: ['string', 'null'] },
          type: { type: ['string', 'null'] },
          repo: { type: 'string' },
          version: { type: ['integer', 'null'] },
          tags: { type: 'array', items: { type: 'string' } },
          description: { type: 'string' },
          status: { type: 'string' },
          score: { type: 'number' },
          lineage: { type: 'array', items: { type: 'string' } },
          expired: { type: 'boolean' },
        },
      },
    },
    rejected: {
      type: ['object', 'null'],
      properties: { reason: { type: 'string' }, message: { type: 'string' } },
    },
    notices,
  },
});

/** Finds skills by what they are for; metadata only. */
export const searchSkills = defineTool<Input>({
  name: 'search_skills',
  title: 'Search skills',
  description:
    'Finds the skills that fit a task. Call it before starting work that somebody may have written down; then read the best one with get_skill. Returns metadata only, best first; an empty result says why.',
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run(input, context) {
    const index = await context.index();
    const repo = input.current_repo ?? context.currentRepo ?? undefined;
    const scoped = input.repo_scope !== 'all' && repo !== undefined;
    const answer = await index.search(input.query, {
      ...(scoped ? { repo } : {}),
      ...(input.tags_filter === undefined ? {} : { tags: input.tags_filter }),
      ...(input.limit === undefined ? {} : { limit: input.limit }),
      verbose: input.verbose === true,
    });
    const asked = { ...answer, notices: [...answer.notices, ...scopeNotice(input, repo)] };
    return toolResult(describeAnswer(asked), asked);
  },
});

function scopeNotice(input: Input, repo: string | undefined): SearchAnswer['notices'] {
  if (input.repo_scope !== 'current' || repo !== undefined) return [];
  const message =
    'The current repository is not known, so skills of all repositories were searched. Give current_repo.';
  return [{ code: 'repo-unknown', message }];
}

function describeAnswer(answer: SearchAnswer): string {
  const lines = answer.results.map(describeResult);
  if (answer.rejected !== null) lines.push(answer.rejected.message);
  for (const notice of answer.notices) lines.push(`Note: ${notice.message}`);
  return lines.join('\n');
}

function describeResult(result: SearchResult, index: number): string {
  const marks = [
    result.version === null ? '' : `v${result.version}`,
    result.status === 'active' ? '' : result.status,
    result.expired ? 'expired' : '',
    result.formerly === undefined ? '' : `formerly ${result.formerly.join(', ')}`,
    result.tags.length > 0 ? `tags: ${result.tags.join(', ')}` : '',
  ].filter((mark) => mark !== '');
  const parts = result.parts?.map(
    (part) =>
      `   ${part.field} ${part.score.toFixed(3)}${part.terms.length > 0 ? `: ${part.terms.join(' ')}` : ''}`,
  );
  const head = `${index + 1}. ${result.name} (${result.path}) ${result.score.toFixed(3)}${marks.length > 0 ? ` [${marks.join('; ')}]` : ''}`;
  return [head, `   ${result.description.replace(/\s+/g, ' ')}`, ...(parts ?? [])].join('\n');
}
