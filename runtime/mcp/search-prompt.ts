import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import type { GivenArguments } from './prompt-arguments.js';
import { invalidParams } from './protocol-error.js';
import type { ToolContext } from './tool.js';
import { searchSkills } from './tools/search-skills.js';

/** Called as the tool is: no skill of a valid name has an underscore in it. */
export const SEARCH_PROMPT = {
  name: 'search_skills',
  title: 'Search skills',
  description: 'Finds the skills that fit a task, and has the agent read the best one before it starts.',
  arguments: [
    { name: 'task', description: 'What is to be done, in a few words.', required: true },
    { name: 'tag', description: 'Only skills that have this tag.', required: false },
  ],
} as const satisfies Prompt;

/**
 * The task of the user and what was found for it.
 *
 * @throws ProtocolError -32602 where no task is given
 */
export async function searchPrompt(given: GivenArguments, context: ToolContext): Promise<GetPromptResult> {
  const { task = '', tag = '' } = given;
  if (task.trim() === '') throw invalidParams('search_skills needs `task`: what is to be done.');
  const input = { query: task, ...(tag.trim() === '' ? {} : { tags_filter: [tag] }) };
  const { content } = await searchSkills.run(input, context);
  const found = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const text = [
    task,
    `Skills of this MCP server for that task, best first, in their authors' words:\n${found}`,
    'Where one fits, read it whole with get_skill before you start, and follow it. Where none does, go on without.',
  ].join('\n\n');
  return { messages: [{ role: 'user', content: { type: 'text', text: text.toWellFormed() } }] };
}
