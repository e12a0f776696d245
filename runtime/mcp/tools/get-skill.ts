import { fromJsonSchema } from '@modelcontextprotocol/server';
import { toBase64 } from '../../../schema/codec.js';
import { SkillgraftError } from '../../../schema/errors.js';
import type { SkillContent, SkillFile, SkillIndex } from '../../skill-index.js';
import { defineTool, toolResult } from '../tool.js';

interface Input {
  readonly name?: string;
  readonly path?: string;
  readonly version?: string | number;
  readonly file?: string;
}

const inputSchema = fromJsonSchema<Input>({
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string', description: 'Name of the skill, as search_skills gives it.' },
    path: { type: 'string', description: 'Its path, where a name occurs more than once.' },
    version: {
      type: ['string', 'integer'],
      description:
        'An older version: its number, a commit, or a date (2026-01-31). The current one if absent.',
    },
    file: {
      type: 'string',
      description: "One of the skill's other files, by its path below the skill's folder.",
    },
  },
});

const outputSchema = fromJsonSchema<unknown>({
  type: 'object',
  properties: {
    path: { type: 'string' },
    name: { type: 'string' },
    uri: { type: 'string' },
    version: { type: ['integer', 'null'] },
    description: { type: 'string' },
    digest: { type: 'string' },
    commit: { type: ['string', 'null'] },
    created: { type: ['string', 'null'] },
    updated: { type: ['string', 'null'] },
    metadata: { type: 'object' },
    history: { type: 'object' },
    files: { type: 'array', items: { type: 'object' } },
    body: { type: 'string' },
    file: { type: 'object' },
    notices: { type: 'array', items: { type: 'object' } },
  },
});

/** Reads a skill: metadata, history, files, and its whole body. */
export const getSkill = defineTool<Input>({
  name: 'get_skill',
  title: 'Get skill',
  description:
    'Reads one skill by name or path: its whole text, metadata, history and file list; with `file`, one of its other files. Read a skill whole before following it.',
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run(input, context) {
    const index = await context.index();
    const word = input.path ?? input.name;
    if (word === undefined || word.trim() === '') {
      throw new SkillgraftError(
        'skill-missing',
        'No skill was named.',
        'Give `name` or `path`, as search_skills returns them.',
      );
    }
    const version = input.version === undefined ? {} : { version: String(input.version) };
    if (input.file === undefined) return describeSkill(await index.get(word, version));
    return describeFile(index, word, await index.file(word, input.file, version));
  },
});

function describeSkill(skill: SkillContent): ReturnType<typeof toolResult> {
  const head = [
    `Skill ${skill.name} (${skill.path})${skill.version === null ? '' : ` version ${skill.version}`}, ${skill.digest}`,
    skill.commit === null
      ? ''
      : `From commit ${skill.commit}${skill.updated === null ? '' : `, changed ${skill.updated}`}`,
    skill.files.length > 1 ? `Files: ${skill.files.map((file) => file.path).join(', ')}` : '',
    skill.status === 'active' ? '' : `Status: ${skill.status}${reasonOf(skill)}`,
    skill.expired
      ? 'Expired: its time to live has passed since its last change; check it before you rely on it.'
      : '',
    ...skill.notices.map((notice) => `Note: ${notice.message}`),
  ].filter((line) => line !== '');
  return toolResult(`${head.join('\n')}\n\n${skill.body}`, skill);
}

function reasonOf(skill: SkillContent): string {
  return skill.metadata.deprecatedReason === undefined ? '' : ` (${skill.metadata.deprecatedReason})`;
}

function describeFile(index: SkillIndex, word: string, file: SkillFile): ReturnType<typeof toolResult> {
  const found = index.find(word);
  const path = found.kind === 'found' ? index.skills[found.document]!.path : word;
  const { bytes, text, ...view } = file;
  const content = text === null ? { base64: toBase64(bytes) } : { text };
  const shown =
    text ??
    `${file.path} is not text (${file.size} bytes); its bytes are in the structured content as base64.`;
  return toolResult(shown, { path, file: { ...view, ...content }, notices: [] });
}
