import type { CallToolResult, StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import { SkillgraftError } from '../../schema/errors.js';
import type { Machine } from '../inspect/types.js';
import type { ProposeOptions } from '../propose/options.js';
import type { Fusion } from '../search/rank.js';
import type { SkillLibrary } from '../skill-library.js';
import type { Recorder } from '../usage/recorder.js';

/** What a tool may use: the skills as they are now, and where the client works. */
export interface ToolContext {
  /** The newest good library; what changed is loaded first. */
  library(): Promise<SkillLibrary>;
  /** Name of the repository that the client works in, if known. */
  readonly currentRepo: string | null;
  /** How searches put words and meaning together; absent: as the library does. */
  readonly fusion?: Fusion;
  /** How changes are proposed; null: they are not. */
  readonly proposals: ProposeOptions | null;
  /** The machine that the client works on, where that is this one; absent or null: nothing is told of any. */
  readonly machine?: Machine | null;
  /** Notes what becomes of the skills; absent or null: nothing is noted. */
  readonly usage?: Recorder | null;
}

/** One tool: a file of its own in `tools/`, and an entry of `TOOLS`. */
export interface Tool<Input = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: StandardSchemaWithJSON<Input, Input>;
  readonly outputSchema: StandardSchemaWithJSON<unknown, unknown>;
  readonly annotations: ToolAnnotations;
  /** Whether clients see it; absent: they do. */
  isOffered?(context: ToolContext): boolean;
  run(input: Input, context: ToolContext): Promise<CallToolResult>;
}

/** Gives up the input's type for the list; the schema has checked it before `run` is called. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}

/** Schema of a value that may be null, in the spelling that most clients' schema dialects take. */
export function nullable(type: 'string' | 'integer' | 'object') {
  return { anyOf: [{ type }, { type: 'null' }] } as const;
}

/** A skill's own words on one line, so that none of them can pass for a line of ours. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Text for people, structured content for programs. */
export function toolResult(text: string, structured: object): CallToolResult {
  return {
    content: [{ type: 'text', text: text.toWellFormed() }],
    structuredContent: toPlainJson(structured) as Record<string, unknown>,
  };
}

/** What the caller can mend is a result with `isError`, as the protocol wants it; anything else is thrown on. */
export function toolError(error: unknown): CallToolResult {
  if (!(error instanceof SkillgraftError)) throw error;
  return {
    isError: true,
    content: [{ type: 'text', text: `${error.message} ${hintForAgents(error)}`.toWellFormed() }],
  };
}

/** Hints that tell people which command to run, in words for a caller who has these tools and no shell. */
const HINTS: Readonly<Record<string, string>> = {
  'skill-failed': 'Go on without it; its author has to mend it.',
  'no-repository': 'Call get_skill without version: it gives the indexed one.',
  'version-unknown':
    'Call get_skill without version: it gives the indexed one, and `history` lists the others.',
  'file-changed': 'Go on without it; the index has to be built again.',
  'artifact-file-missing':
    'Go on without it: its file is gone from the folder of the index, which has to be put back or built again.',
  'version-conflict':
    'Read what is there now (get_skill with that commit as `version`), bring the change up to date, and call save_skill again with that commit as `base_version`.',
};

function hintForAgents({ code, hint }: SkillgraftError): string {
  if (code === 'skill-unknown' && !hint.startsWith('Did you mean')) return 'Find it with search_skills.';
  if (code === 'artifact-unreachable')
    return 'Its server cannot be reached now, and it was not read before: go on without it, or try again later.';
  if (code.startsWith('artifact-') && !Object.hasOwn(HINTS, code))
    return 'Go on without skills; the index has to be built again.';
  return HINTS[code] ?? hint;
}

/** Null-prototype objects and lone surrogates become what every JSON reader takes. */
function toPlainJson(value: object): unknown {
  const text = JSON.stringify(value);
  // A lone surrogate is written as an escape; to look at each text of an answer costs more than all else here.
  if (!/\\ud[89a-f]/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, item) => (typeof item === 'string' ? item.toWellFormed() : item));
}
