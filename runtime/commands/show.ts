import type { SkillEntry } from '../../schema/index.types.js';
import { fileOfUri } from '../catalog.js';
import { type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { handOffsOf } from '../lineage-view.js';
import { readDate } from '../mainline.js';
import { badOption, shown } from '../search/check-options.js';
import type { SkillLibrary } from '../skill-library.js';
import type { SkillContent } from '../types.js';
import { type UseCounts, useText, utilityText } from '../usage/utility.js';
import { userSkillsOption } from './configured-sources.js';
import { openConfiguredLibrary } from './open-configured.js';

export const show = defineCommand({
  name: 'show',
  summary: 'Print a skill: what is known of it, and its whole text',
  options: {
    index: settingOption('index'),
    'user-skills': userSkillsOption,
    version: {
      type: 'string',
      value: 'V',
      description: 'An older version: its number, a commit, or a date (2026-01-31).',
    },
    at: {
      type: 'string',
      value: 'DATE',
      description: 'What the main line had at the end of a day (2026-01-31), or at a time.',
    },
    repo: {
      type: 'string',
      value: 'DIR',
      description: 'The git repository for older versions; the one around the index if not given.',
    },
    file: {
      type: 'string',
      value: 'PATH',
      description: "Print one of the skill's other files, byte for byte.",
    },
    json: { type: 'boolean', description: 'Print it as JSON.' },
  },
  positionals: [
    { name: 'SKILL', description: 'Name, path or skill:// URI (of a file, too).', required: true },
  ],
  examples: [
    'show conventional-commits',
    'show conventional-commits --version 2',
    'show conventional-commits --at 2026-01-31',
    'show pdf-forms --file scripts/fill.py',
  ],
  async run(context) {
    const { args } = context;
    const index = await openConfiguredLibrary(context, args.repo);
    for (const { message } of index.notices ?? []) context.notice(message);
    const { word, path } = wanted(context.positionals[0]!, args.file, index.skills);
    const version = versionOf(args.version, args.at);
    if (path !== undefined) {
      const { bytes, text, ...view } = await index.file(word, path, version);
      if (args.json)
        context.json({
          ...view,
          ...(text === null ? { base64: Buffer.from(bytes).toString('base64') } : { text }),
        });
      else if (text === null && context.isTTY)
        context.notice(`${view.path} is not text (${view.size} bytes). Send it to a file.`);
      else if (context.isTTY) context.print(text ?? '');
      else context.stdout.write(bytes as unknown as string);
      return 0;
    }
    const skill = await index.get(word, version);
    const here = await useHere(index, word, context.env);
    if (args.json) context.json({ ...skill, ...(here === null ? {} : { here }) });
    else printSkill(context, skill, here);
    return 0;
  },
});

/** @throws SkillgraftError `bad-option` */
function versionOf(version: string | undefined, at: string | undefined): { version?: string } {
  if (at === undefined) return version === undefined ? {} : { version };
  if (version !== undefined)
    throw badOption('--version and --at cannot be given at once.', 'Give one of them.');
  if (readDate(at) === undefined)
    throw badOption(`--at cannot be ${shown(at)}.`, 'Give a day, such as 2026-01-31, or a time in ISO 8601.');
  return { version: at };
}

/** A skill, or one of its files, which a `skill://` URI may name alone. */
function wanted(word: string, file: string | undefined, skills: readonly SkillEntry[]) {
  const named = file === undefined ? fileOfUri(skills, word) : null;
  return named === null ? { word, path: file } : { word: named.skill, path: named.file };
}

/** What this machine's events say of a skill; null where they say nothing. */
async function useHere(
  library: SkillLibrary,
  word: string,
  env: CommandContext['env'],
): Promise<UseCounts | null> {
  const index = library.home(word);
  const found = index.find(library.nameAtHome(word));
  if (found.kind === 'none') return null;
  const { localUse } = await import('../usage/local-utility.js');
  return (await localUse(index, { env })).get(index.skills[found.document]!.path) ?? null;
}

function printSkill(context: CommandContext, skill: SkillContent, here: UseCounts | null): void {
  const { style } = context;
  context.print(style.bold(terminalLine(skill.displayName ?? skill.name)));
  for (const [label, value] of [...facts(skill), ...useFacts(skill, here)]) {
    context.print(`${style.dim(label.padEnd(9))} ${terminalLine(value)}`);
  }
  for (const { message } of skill.notices) context.notice(message);
  context.print();
  const body = skill.body.trimEnd();
  // What goes to a file or to a program stays as its author wrote it; only a terminal has to be kept safe.
  if (context.isTTY) context.print(body);
  else context.stdout.write(`${body.toWellFormed()}\n`);
}

function facts(skill: SkillContent): (readonly [string, string])[] {
  const { metadata } = skill;
  const all: (readonly [string, string | undefined])[] = [
    ['path', skill.path],
    ['index', skill.source],
    ['about', skill.description],
    [
      'version',
      skill.version === null
        ? undefined
        : `${skill.version}${metadata.version === undefined ? '' : ` (declared ${metadata.version})`}`,
    ],
    [
      'status',
      skill.status === 'active' && !skill.expired
        ? undefined
        : `${skill.status}${skill.expired ? ', expired' : ''}`,
    ],
    ['type', skill.type ?? undefined],
    ['tags', skill.tags.length > 0 ? skill.tags.join(', ') : undefined],
    ['created', skill.created ?? undefined],
    ['updated', skill.updated ?? undefined],
    ['lineage', skill.lineage.length > 1 ? skill.lineage.join(' -> ') : undefined],
    ['hands off to:', handOffsOf(skill.history).join(', ') || undefined],
    ['commit', skill.commit ?? undefined],
    ['digest', skill.digest],
    ['files', skill.files.length > 1 ? skill.files.map((file) => file.path).join(', ') : undefined],
  ];
  return all.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
}

/** Versions whose use is shown. */
const MOST_VERSIONS = 3;

function useFacts({ utility }: SkillContent, here: UseCounts | null): (readonly [string, string])[] {
  const versions = utility?.versions.slice(0, MOST_VERSIONS) ?? [];
  return [
    ...versions.map((version) => ['use', utilityText(version)] as const),
    ...(versions[0]?.reasons ?? []).map((reason) => ['failed', reason] as const),
    ...(here === null ? [] : [['here', `on this machine: ${useText(here)}`] as const]),
  ];
}
