import { fromJsonSchema } from '@modelcontextprotocol/server';
import { inspectSkill } from '../../inspect/inspect-skill.js';
import { inspectionLines } from '../../inspect/inspection-text.js';
import type { SkillInspection } from '../../inspect/types.js';
import { SKILL_NAME, type SkillName, wordOf } from '../named-skill.js';
import { defineTool, nullable, oneLine, toolResult } from '../tool.js';
import { toolInput } from '../tool-input.js';

const requirements = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'present'],
    properties: {
      name: { type: 'string' },
      present: { anyOf: [{ type: 'boolean' }, { type: 'null' }], description: 'Null: not known here.' },
      where: { type: 'string' },
    },
  },
} as const;

const outputSchema = fromJsonSchema<unknown>({
  type: 'object',
  required: ['path', 'name', 'uri', 'digest', 'requires', 'lacks', 'files', 'totals', 'findings', 'head'],
  properties: {
    path: { type: 'string' },
    name: { type: 'string' },
    uri: { type: 'string' },
    version: nullable('integer'),
    description: { type: 'string' },
    status: { type: 'string' },
    expired: { type: 'boolean' },
    digest: { type: 'string' },
    commit: nullable('string'),
    metadata: { type: 'object' },
    compatibility: nullable('string'),
    requires: {
      type: 'object',
      required: ['bins', 'env', 'skills', 'mcp'],
      properties: { bins: requirements, env: requirements, skills: requirements, mcp: requirements },
    },
    lacks: { type: 'boolean' },
    files: { type: 'array', items: { type: 'object' } },
    totals: { type: 'object' },
    tokens: { type: 'object' },
    findings: { type: 'array', items: { type: 'object' } },
    head: { type: 'object' },
    utility: { type: 'object' },
    notices: { type: 'array', items: { type: 'object' } },
  },
});

/** Says what a skill needs and what it is made of, without its text. */
export const inspectSkillTool = defineTool<SkillName>({
  name: 'inspect_skill',
  title: 'Inspect skill',
  description:
    'Says what a skill requires (programs, environment variables, skills, MCP servers) and whether that is there, its files with sizes, findings and last change. Call it before you run what a skill brings along.',
  inputSchema: toolInput<SkillName>({ type: 'object', properties: SKILL_NAME }),
  outputSchema,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run(input, context) {
    const library = await context.library();
    const skill = await inspectSkill(library, wordOf(library, input), context.machine ?? null);
    return toolResult(inspectionText(skill), skill);
  },
});

function inspectionText(skill: SkillInspection): string {
  const head = `Skill ${skill.name}${skill.version === null ? '' : ` v${skill.version}`}`;
  const lines = inspectionLines(skill).map(([label, text]) => `${label}: ${text}`);
  const notes = skill.notices.map(({ message }) => `Note: ${message}`);
  return [head, ...lines, ...notes].map(oneLine).join('\n');
}
