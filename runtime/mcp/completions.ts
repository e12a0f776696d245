import type { CompleteRequest, CompleteResult, McpServer } from '@modelcontextprotocol/server';
import { compareText } from '../../schema/diagnostic.js';
import type { SkillEntry } from '../../schema/index.types.js';
import type { SkillLibrary } from '../skill-library.js';
import { perLibrary } from './per-library.js';
import { skillPrompts } from './prompts.js';
import { invalidParams } from './protocol-error.js';
import { FILE_TEMPLATE } from './resources.js';
import { SEARCH_PROMPT } from './search-prompt.js';
import { findServedFile, servedSkills } from './skills-extension/served-skills.js';
import { LONGEST_URI, parentOf, pathOfEntry } from './skills-extension/uri.js';
import type { ToolContext } from './tool.js';

/** Values of an answer at most, as the protocol has it. */
const MOST = 100;

/** Something that can be completed to, and what it is found by. */
interface Candidate {
  readonly value: string;
  /** Folded; the first one counts more. */
  readonly keys: readonly string[];
}

/** Completes the paths of skills and their files, and tags; nothing else that clients fill in is ours to know. */
export function serveCompletions({ server }: McpServer, context: ToolContext): void {
  server.setRequestHandler('completion/complete', async ({ params }) =>
    complete(await context.library(), context.currentRepo, params),
  );
}

/**
 * Completes a variable of the resource template or an argument of a prompt.
 *
 * @throws ProtocolError -32602 for a template or prompt that there is not
 */
export function complete(
  library: SkillLibrary,
  repo: string | null,
  { ref, argument }: CompleteRequest['params'],
): CompleteResult {
  const typed = fold(argument.value);
  if (ref.type === 'ref/resource') {
    if (ref.uri === FILE_TEMPLATE.uriTemplate)
      return answer(argument.name === 'path' ? paths(library, repo, typed) : []);
    if (findServedFile(servedSkills(library, repo), ref.uri) !== null) return answer([]);
    throw invalidParams(`There is no resource template ${ref.uri.slice(0, 200)}.`);
  }
  if (ref.name === SEARCH_PROMPT.name)
    return answer(argument.name === 'tag' ? matches(tagsOf(library, repo), typed) : []);
  if (skillPrompts(library, repo).byName.has(ref.name)) return answer([]);
  throw invalidParams(`There is no prompt ${ref.name.slice(0, 200)}.`);
}

function answer(values: readonly string[]): CompleteResult {
  const shown = values.slice(0, MOST);
  return { completion: { values: shown, total: values.length, hasMore: values.length > shown.length } };
}

/** Where a skill's folder is typed, its files; else SKILL.md of the skills whose path or name begins so. */
function paths(library: SkillLibrary, repo: string | null, typed: string): string[] {
  if (typed.length > LONGEST_URI) return [];
  const { candidates, byFolder } = skillPaths(library, repo);
  for (let at = parentOf(typed); at !== ''; at = parentOf(at)) {
    const skills = byFolder.get(at) ?? [];
    const files = skills.flatMap(({ resources }) => resources.map(({ uri }) => fileCandidate(uri)));
    if (files.length > 0) return matches(files, typed);
  }
  return matches(candidates, typed);
}

const skillPaths = perLibrary((library: SkillLibrary, repo: string | null) => {
  const { listed } = servedSkills(library, repo);
  const byFolder = new Map<string, SkillEntry[]>();
  for (const skill of listed) {
    const folder = fold(parentOf(pathOfEntry(skill.uri)));
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), skill]);
  }
  const candidates = listed.map(({ uri, name }): Candidate => {
    const { value, keys } = fileCandidate(uri);
    return { value, keys: [...keys, fold(name)] };
  });
  return { candidates, byFolder };
});

function fileCandidate(uri: string): Candidate {
  return { value: uri.slice('skill://'.length), keys: [fold(pathOfEntry(uri))] };
}

const tagsOf = perLibrary((library: SkillLibrary, repo: string | null): Candidate[] => {
  const tags = new Map<string, string>();
  for (const skill of skillPrompts(library, repo).byName.values())
    for (const tag of skill.metadata.tags ?? []) if (!tags.has(fold(tag))) tags.set(fold(tag), tag);
  return [...tags].map(([key, value]) => ({ value, keys: [key] }));
});

/** Values that are found by a beginning, those by their first key first, sorted by code unit. */
function matches(candidates: readonly Candidate[], typed: string): string[] {
  const found = candidates.flatMap(({ value, keys }) => {
    const key = keys.findIndex((one) => one.startsWith(typed));
    return key < 0 ? [] : [{ value, key }];
  });
  return found.sort((a, b) => a.key - b.key || compareText(a.value, b.value)).map(({ value }) => value);
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}
