import type { GetPromptResult, McpServer, Prompt } from '@modelcontextprotocol/server';
import type { SkillEntry } from '../../schema/index.types.js';
import type { Json } from '../../schema/skill/types.js';
import { excerpt } from '../../schema/text.js';
import { nearest } from '../nearest.js';
import { readAgain } from '../read-again.js';
import { matchesFilter } from '../search/filter.js';
import type { SkillLibrary } from '../skill-library.js';
import { type Pages, pagesOf } from './paging.js';
import { perLibrary } from './per-library.js';
import { ALL_ARGUMENTS, argumentNames, fillIn, type GivenArguments } from './prompt-arguments.js';
import { invalidParams, protocolError } from './protocol-error.js';
import { SEARCH_PROMPT, searchPrompt } from './search-prompt.js';
import { skillText } from './skill-text.js';
import type { ToolContext } from './tool.js';

/** Prompts of a page: for clients that read the first page only, many. */
const MOST = 1_000;

/** Code points of a prompt's description. */
const LONGEST_DESCRIPTION = 1_024;

/** What people can call by name. */
export interface SkillPrompts {
  readonly pages: Pages<Prompt>;
  readonly byName: ReadonlyMap<string, SkillEntry>;
}

/** A prompt for each skill that people may call, named as the skill is, or by its path where names repeat. */
export const skillPrompts = perLibrary((library: SkillLibrary, repo: string | null): SkillPrompts => {
  const filter = repo === null ? {} : { repo };
  const skills = library.skills.filter((skill) => matchesFilter(skill, filter) && isForPeople(skill));
  const byName = namedApart(skills);
  const prompts = [...byName].map(([name, skill]) => promptOf(name, skill));
  return { pages: pagesOf<Prompt>('prompts', [SEARCH_PROMPT, ...prompts], MOST), byName };
});

/** Hosts leave out of their menus what says `user-invocable: false`. */
function isForPeople({ frontmatter }: SkillEntry): boolean {
  return String(frontmatter['user-invocable'] ?? true).toLowerCase() !== 'false';
}

/** Each under its name where that is nobody else's name or path. */
function namedApart(skills: readonly SkillEntry[]): Map<string, SkillEntry> {
  const paths = new Set([SEARCH_PROMPT.name, ...skills.map(({ path }) => path)]);
  const counts = new Map<string, number>();
  for (const { name } of skills) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    skills.map((skill) => {
      const { name, path } = skill;
      const isOwn = counts.get(name) === 1 && (name === path || !paths.has(name));
      return [isOwn ? name : path, skill];
    }),
  );
}

function promptOf(name: string, { description, metadata, frontmatter }: SkillEntry): Prompt {
  const { displayName } = metadata;
  const hint = textOf(frontmatter['argument-hint']);
  const names = argumentNames(frontmatter);
  const described = hint === '' ? {} : { description: hint };
  const all = names.length > 0 ? names : hint === '' ? [] : [ALL_ARGUMENTS];
  return {
    name,
    ...(displayName === undefined ? {} : { title: displayName }),
    description: excerpt(description, LONGEST_DESCRIPTION),
    ...(all.length === 0
      ? {}
      : { arguments: all.map((one) => ({ name: one, ...described, required: false })) }),
  };
}

/** A hint such as `[issue] [branch]` is a list to YAML. */
function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return excerpt(value, 200);
  return Array.isArray(value) ? excerpt(value.map((item) => `[${String(item)}]`).join(' '), 200) : '';
}

/** Serves a prompt for each skill, and the one that searches. */
export function servePrompts({ server }: McpServer, context: ToolContext): void {
  server.setRequestHandler('prompts/list', async ({ params }) => {
    const { pages } = skillPrompts(await context.library(), context.currentRepo);
    const { items, nextCursor } = await pages.page(params?.cursor);
    return { prompts: [...items], ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: given = {} } }) => {
    try {
      if (name === SEARCH_PROMPT.name) return await searchPrompt(given, context);
      return await readAgain(async () =>
        skillPrompt(await context.library(), context.currentRepo, name, given),
      );
    } catch (error) {
      throw protocolError(error);
    }
  });
}

/** A message of the user with what get_skill says of the skill, its text filled in. */
async function skillPrompt(
  library: SkillLibrary,
  repo: string | null,
  name: string,
  given: GivenArguments,
): Promise<GetPromptResult> {
  const { byName } = skillPrompts(library, repo);
  const entry = byName.get(name);
  if (entry === undefined) throw unknownPrompt(name, byName);
  const skill = await library.get(entry.path);
  const body = fillIn(skill.body, argumentNames(entry.frontmatter), given);
  const text = skillText({ ...skill, body }).toWellFormed();
  return {
    description: excerpt(skill.description, LONGEST_DESCRIPTION),
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}

function unknownPrompt(name: string, byName: SkillPrompts['byName']): Error {
  const near = nearest(name, byName.keys());
  const advice = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'List the prompts.';
  return invalidParams(`There is no prompt ${excerpt(name, 100)}. ${advice}`);
}
