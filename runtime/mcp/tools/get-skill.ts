import { fromJsonSchema } from '@modelcontextprotocol/server';
import { toBase64 } from '../../../schema/codec.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { fileOfUri } from '../../catalog.js';
import type { SkillLibrary } from '../../skill-library.js';
import type { SkillFile } from '../../types.js';
import { SKILL_NAME, type SkillName, wordOf } from '../named-skill.js';
import { skillText } from '../skill-text.js';
import { defineTool, nullable, toolResult } from '../tool.js';
import { toolInput } from '../tool-input.js';

interface Input extends SkillName {
  readonly version?: string | number;
  readonly file?: string;
}

const inputSchema = toolInput<Input>({
  type: 'object',
  properties: {
    ...SKILL_NAME,
    version: {
      anyOf: [{ type: 'string' }, { type: 'integer' }],
      description:
        'An older version: its number, a commit, or a date (2026-01-31). The indexed one if absent.',
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
    version: nullable('integer'),
    description: { type: 'string' },
    digest: { type: 'string' },
    commit: nullable('string'),
    created: nullable('string'),
    updated: nullable('string'),
    metadata: { type: 'object' },
    history: { type: 'object' },
    files: { type: 'array', items: { type: 'object' } },
    utility: { type: 'object' },
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
    'Reads one skill by name or path: metadata, history, file list and its whole text. With `file` it reads that file of the skill instead.',
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run(input, context) {
    const library = await context.library();
    const word = wordOf(library, input);
    const version = input.version === undefined ? {} : { version: String(input.version) };
    const named = input.file === undefined ? fileOfUri(library.skills, word) : null;
    if (named !== null)
      return describeFile(library, named.skill, await library.file(named.skill, named.file, version));
    if (input.file === undefined) {
      const skill = await library.get(word, version);
      await context.usage?.load(library, word, skill);
      return toolResult(skillText(skill), skill);
    }
    return describeFile(library, word, await library.file(word, input.file, version));
  },
});

/** Files of more bytes are not sent: twice in one answer, they would burst the 10 MiB that clients take at once. */
const LARGEST_FILE = 2 * 1024 * 1024;

function describeFile(library: SkillLibrary, word: string, file: SkillFile): ReturnType<typeof toolResult> {
  if (file.size > LARGEST_FILE) {
    throw new SkillgraftError(
      'file-too-large',
      `${file.path} has ${file.size} bytes; at most ${LARGEST_FILE} are sent over MCP.`,
      'Go on without it, or read it in the repository where you can.',
    );
  }
  const found = library.find(word);
  const path = found.kind === 'found' ? library.skills[found.document]!.path : word;
  const { bytes, text, ...view } = file;
  const content = text === null ? { base64: toBase64(bytes) } : { text };
  const shown =
    text ??
    `${file.path} is not text (${file.size} bytes); its bytes are in the structured content as base64.`;
  return toolResult(shown, { path, file: { ...view, ...content }, notices: [] });
}
