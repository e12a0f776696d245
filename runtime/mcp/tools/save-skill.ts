import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { SKILL_TYPES } from '../../../schema/skill/statuses.js';
import type { SkillLibrary } from '../../skill-library.js';
import { defineTool, nullable } from '../tool.js';
import { toolInput, withoutAbsent } from '../tool-input.js';

interface Input {
  readonly action: string;
  readonly name: string;
  readonly dry_run?: boolean;
  readonly [parameter: string]: unknown;
}

const text = (description: string) => ({ type: 'string', description }) as const;
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description }) as const;

const requestSchema = toolInput<Input>({
  type: 'object',
  required: ['action', 'name'],
  properties: {
    action: {
      type: 'string',
      enum: ['ARCHIVE', 'FIX', 'DERIVE', 'MERGE'],
      description:
        'ARCHIVE: a new skill. FIX: the next version of one. DERIVE: a new one that starts as a copy of `target_skill_name`. MERGE: one out of `source_skill_names`, which are archived.',
    },
    name: text(
      'Name of the new skill (lower-case letters, digits, hyphens), or name or path of the one to FIX.',
    ),
    description: text('What it does and when to use it; new skills need one.'),
    body: text('Markdown, without front matter. FIX: sections that it leaves out stay.'),
    replace_sections: { type: 'boolean', description: 'FIX: sections that the body leaves out go.' },
    skill_type: { type: 'string', enum: [...SKILL_TYPES], description: 'Kind of skill.' },
    lesson: text('What was learned, in a few sentences: goes into its list of lessons.'),
    repo_name: text('Repository that it is for; for every one if absent.'),
    tags: texts('Tags; FIX replaces those there.'),
    reason: text('Why, in a sentence: stands in the changelog.'),
    trigger: text('What led to it: the error, the task.'),
    target_skill_name: text('DERIVE: the skill to start from.'),
    source_skill_names: texts('MERGE: the skills that become one.'),
    ttl_days: { type: 'integer', description: 'Days after which it counts as expired.' },
    display_name: text('Name for people.'),
    author: text('`Name <address>`; the configured one if absent.'),
    files: {
      type: 'object',
      additionalProperties: nullable('string'),
      description: "Other files: text by path below the skill's folder; null removes one. Others stay.",
    },
    base_version: {
      anyOf: [{ type: 'string' }, { type: 'integer' }],
      description: 'Version that you read (number or commit), where it is not the one in the index.',
    },
    dry_run: { type: 'boolean', description: 'Shows the diff and the findings, and writes nothing.' },
  },
});

/** The same, with the action in any case, and with what to give where FIX has no name. */
const anyCase: StandardSchemaWithJSON<Input, Input> = {
  '~standard': {
    ...requestSchema['~standard'],
    validate(value) {
      const { action, name, target_skill_name: target } = Object(value);
      const upper = typeof action === 'string' ? action.trim().toUpperCase() : action;
      if (upper === 'FIX' && name === undefined && target !== undefined)
        return { issues: [{ message: FIX_BY_NAME }] };
      return requestSchema['~standard'].validate(
        upper === action ? value : { ...Object(value), action: upper },
      );
    },
  },
};

const FIX_BY_NAME =
  'name is missing. FIX takes the skill to fix as `name`; leave `target_skill_name` out, it goes with DERIVE.';

const inputSchema = withoutAbsent(anyCase);

const outputSchema = fromJsonSchema<unknown>({
  type: 'object',
  required: ['action', 'path', 'name', 'sink', 'existed', 'diff', 'findings', 'notes', 'next'],
  properties: {
    action: { type: 'string' },
    path: { type: 'string' },
    name: { type: 'string' },
    sink: { type: 'string' },
    dryRun: { type: 'boolean' },
    branch: { type: 'string' },
    ref: nullable('string'),
    commit: nullable('string'),
    existed: { type: 'boolean' },
    base: { type: 'object' },
    diff: { type: 'string' },
    changelog: { type: 'object' },
    findings: { type: 'array', items: { type: 'object' } },
    notes: { type: 'array', items: { type: 'string' } },
    patch: { type: 'object' },
    pullRequest: { type: 'object' },
    next: { type: 'string' },
  },
});

/** Proposes a change to skills: the only tool that writes, and nothing but a branch that people review. */
export const saveSkill = defineTool<Input>({
  name: 'save_skill',
  title: 'Save skill',
  description:
    'Proposes a new skill, or a better version of one, to the people who keep the skills. Nothing changes until they have merged it. Call it for what will come up again and took effort to find out. Search first.',
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  isOffered: ({ proposals }) => proposals !== null,
  async run(input, context) {
    const [{ propose }, { libraryKeys }, { ProposalRefused }, { proposalResult, refusal }] =
      await Promise.all([
        import('../../propose/propose.js'),
        import('../../propose/request-keys.js'),
        import('../../propose/refused.js'),
        import('../proposal-text.js'),
      ]);
    const { dry_run: dryRun, ...request } = input;
    const library = await context.library();
    const options = { ...context.proposals, index: library.home(input.name), readFrom: 'index' } as const;
    try {
      return proposalResult(
        await propose(libraryKeys(namedAtHome(request, library)), { ...options, dryRun: dryRun === true }),
      );
    } catch (error) {
      if (error instanceof ProposalRefused) return refusal(error);
      throw error;
    }
  },
});

/** The request with the names that the skills have in the index which the proposal goes to. */
function namedAtHome(request: Omit<Input, 'dry_run'>, library: SkillLibrary): object {
  const named = (value: unknown): unknown => (typeof value === 'string' ? library.nameAtHome(value) : value);
  const { name, target_skill_name: target, source_skill_names: sources } = request;
  return {
    ...request,
    name: named(name),
    ...(target === undefined ? {} : { target_skill_name: named(target) }),
    ...(Array.isArray(sources) ? { source_skill_names: sources.map(named) } : {}),
  };
}
