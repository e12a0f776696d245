import { fromJsonSchema } from '@modelcontextprotocol/server';
import type { RecordedOutcome } from '../../usage/recorder.js';
import { defineTool, nullable, oneLine, toolResult } from '../tool.js';
import { toolInput, withoutAbsent } from '../tool-input.js';

interface Input {
  readonly skill: string;
  readonly query: string;
  readonly success: boolean;
  readonly reason?: string;
  readonly version?: string | number;
}

const inputSchema = withoutAbsent(
  toolInput<Input>({
    type: 'object',
    required: ['skill', 'query', 'success'],
    properties: {
      skill: { type: 'string', description: 'Name or path of the skill, as search_skills gives it.' },
      query: { type: 'string', description: 'The task in a few words, as you would search for the skill.' },
      success: { type: 'boolean', description: 'Whether the skill helped to get the task done.' },
      reason: {
        type: 'string',
        description: 'Why, in a sentence: what was missing or wrong. No names, secrets or private data.',
      },
      version: {
        anyOf: [{ type: 'string' }, { type: 'integer' }],
        description: 'The version that you read, where it was not the indexed one.',
      },
    },
  }),
);

const outputSchema = fromJsonSchema<unknown>({
  type: 'object',
  required: ['recorded', 'skill', 'version', 'digest', 'success', 'query'],
  properties: {
    recorded: { type: 'boolean' },
    skill: { type: 'string' },
    version: nullable('integer'),
    digest: { type: 'string' },
    success: { type: 'boolean' },
    query: { type: 'string', enum: ['text', 'hash', 'none'] },
  },
});

/** Notes on the server's machine whether a skill helped: what it adds to is a log that people look through. */
export const recordOutcome = defineTool<Input>({
  name: 'record_outcome',
  title: 'Record outcome',
  description:
    'Notes whether a skill helped with a task, so that searches find the right one and its keepers see what to mend. Call it once after you have followed a skill that get_skill gave you, also when it failed. The note stays on this machine until people propose it.',
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  isOffered: ({ usage }) => usage !== undefined && usage !== null,
  async run({ version, ...outcome }, context) {
    const noted = await context.usage!.record(await context.library(), {
      ...outcome,
      ...(version === undefined ? {} : { version: String(version) }),
    });
    return toolResult(describe(noted), noted);
  },
});

function describe({ recorded, skill, version, success, query }: RecordedOutcome): string {
  const which = `${oneLine(skill)}${version === null ? '' : ` (version ${version})`}`;
  if (!recorded) return `It could not be noted that ${which} ${success ? 'helped' : 'did not help'}. Go on.`;
  const kept = { text: '', hash: ' The query is kept as a hash.', none: ' The query is not kept.' }[query];
  return `Noted: ${which} ${success ? 'helped' : 'did not help'}.${kept}`;
}
