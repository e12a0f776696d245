import { SkillgraftError } from '../../schema/errors.js';
import type { ArgsOf, OptionSpecs } from '../cli/command.js';
import { type RequestFile, readRequestFile, readText } from './request-file.js';

/** The options of `save` that are parameters of a request. */
export const REQUEST_OPTIONS = {
  description: { type: 'string', description: 'What the skill does and when to use it.' },
  body: { type: 'string', description: 'Markdown behind the front matter; --file takes it from a file.' },
  lesson: { type: 'string', description: 'What was learned: goes into the list of lessons.' },
  tags: { type: 'string', multiple: true, description: 'Tags, with commas.' },
  type: { type: 'string', description: 'Its skill type, such as TROUBLESHOOTING.' },
  'repo-name': { type: 'string', value: 'NAME', description: 'The repository that the skill is for.' },
  'ttl-days': { type: 'integer', description: 'Days after which it counts as expired.' },
  'display-name': { type: 'string', value: 'NAME', description: 'Its name for people.' },
  reason: { type: 'string', description: 'Why, in a sentence.' },
  trigger: { type: 'string', description: 'What led to it.' },
  target: { type: 'string', value: 'SKILL', description: 'DERIVE: the skill to start from.' },
  source: {
    type: 'string',
    multiple: true,
    value: 'SKILL',
    description: 'MERGE: a skill that goes in; several times.',
  },
  add: {
    type: 'string',
    multiple: true,
    value: 'PATH=FILE',
    description:
      "Another file of the skill: its path below the skill's folder, and where its text is read from.",
  },
  drop: { type: 'string', multiple: true, value: 'PATH', description: 'A file of the skill to take away.' },
  'base-version': {
    type: 'string',
    value: 'VERSION',
    description: 'The version that was read, a number or a commit: another one there by now is a conflict.',
  },
  'replace-sections': {
    type: 'boolean',
    description: 'FIX: drop sections of the old body that the new one lacks.',
  },
} as const satisfies OptionSpecs;

type RequestArgs = ArgsOf<typeof REQUEST_OPTIONS>;

/** A request as the command line gives it: from the file, over it what flags and words say. */
export async function readRequest(
  words: readonly string[],
  args: RequestArgs & { readonly file: string | undefined },
  cwd: string,
): Promise<RequestFile> {
  const { request, notes } =
    args.file === undefined ? { request: {}, notes: [] } : await readRequestFile(args.file, cwd);
  const [action, name] = words;
  const files = await readFiles(args, cwd);
  const given = {
    action: action?.toUpperCase(),
    name,
    description: args.description,
    body: args.body,
    lesson: args.lesson,
    tags: listed(args.tags),
    skillType: args.type,
    repoName: args['repo-name'],
    ttlDays: args['ttl-days'],
    displayName: args['display-name'],
    reason: args.reason,
    trigger: args.trigger,
    targetSkillName: args.target,
    sourceSkillNames: listed(args.source),
    baseVersion: args['base-version'],
    replaceSections: args['replace-sections'] || undefined,
    files: files === null ? undefined : { ...Object(request.files), ...files },
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { request: { ...request, ...Object.fromEntries(set) }, notes };
}

function listed(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}

async function readFiles(
  { add, drop }: RequestArgs,
  cwd: string,
): Promise<Record<string, string | null> | null> {
  if (add.length + drop.length === 0) return null;
  const files: Record<string, string | null> = Object.create(null);
  for (const pair of add) {
    const [, path = '', file = ''] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
    if (path === '') {
      const message = `--add cannot be ${JSON.stringify(pair)}.`;
      throw new SkillgraftError('bad-option', message, 'Write it as --add references/notes.md=./notes.md.');
    }
    files[path] = await readText(file, cwd);
  }
  for (const path of drop) files[path] = null;
  return files;
}
