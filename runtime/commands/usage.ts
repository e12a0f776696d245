import { SkillgraftError } from '../../schema/errors.js';
import { type CommandContext, defineCommand, type ExitCode } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { printedPatch } from '../propose/next-step.js';
import type { ProposeOptions } from '../propose/options.js';
import type { FoldedFolder } from '../usage/fold/fold-folder.js';
import type { UsageProposal } from '../usage/fold/propose-usage.js';
import { findingLines, findingRows } from './finding-lines.js';
import { proposeSettings } from './propose-settings.js';
import { type SkillsPlace, skillsPlace } from './skills-repository.js';
import { foldedNotes, proposalNotes, useRows } from './usage-lines.js';
import { tidy } from './usage-tidy.js';

const ACTIONS = ['show', 'propose', 'tidy'] as const;
/** Searches without an answer that are shown. */
const MOST_SEARCHES = 10;

export const usage = defineCommand({
  name: 'usage',
  summary: 'Show what skills were used for, and propose it to the repository',
  description: [
    'show (the default) counts what was recorded on this machine, and what the repository has in usage/.',
    'propose puts this machine’s counts into usage/<skill>.jsonl, one line a query and version, as a branch, a pull ' +
      'request or a patch. E-mail addresses, tokens, paths below home folders, IP addresses and long numbers are taken ' +
      'out of queries and reasons first; look at the diff (--dry-run) before you hand it on. The same again, or ' +
      'merged twice, counts once.',
    'tidy makes the files of the work tree canonical, after a merge of two proposals, and moves the file of a skill that ' +
      'was renamed, as far as the index knows; exit code 1 where lines cannot ' +
      'be read, and with --check where something would change.',
  ],
  options: {
    'dry-run': { type: 'boolean', description: 'propose: show the diff, and write nothing.' },
    check: { type: 'boolean', description: 'tidy: only say what would change.' },
    author: settingOption('author'),
    sink: settingOption('sink'),
    base: settingOption('base'),
    remote: settingOption('remote'),
    'github-url': settingOption('github-url'),
    labels: settingOption('labels'),
    draft: { type: 'boolean', description: 'Make a pull request a draft.' },
    repo: { type: 'string', value: 'DIR', description: 'The skills repository; this one if not given.' },
    index: settingOption('index'),
    json: { type: 'boolean', description: 'Print the answer as JSON.' },
  },
  positionals: [{ name: 'ACTION', description: 'show, propose or tidy.' }],
  examples: ['usage', 'usage propose --dry-run', 'usage propose --sink pull-request', 'usage tidy'],
  async run(context) {
    const action = context.positionals[0] ?? 'show';
    const { args } = context;
    if (action === 'tidy') return tidy(context, args);
    if (action === 'propose') return propose(context, args);
    if (action === 'show') return show(context, args);
    throw new SkillgraftError(
      'bad-option',
      `There is no action ${JSON.stringify(action)}.`,
      `Give one of ${ACTIONS.join(', ')}.`,
    );
  },
});

interface UsageArgs {
  readonly repo: string | undefined;
  readonly json: boolean;
  readonly draft: boolean;
  readonly check: boolean;
  readonly 'dry-run': boolean;
}

/** Where the events lie that are of the repository, and of the index where that lies elsewhere. */
export async function eventFolders(context: CommandContext, { repo, index }: SkillsPlace): Promise<string[]> {
  const { placeOfIndex, placeOfRepository, usageFolder } = await import('../usage/usage-folder.js');
  const places = [
    ...(repo === null ? [] : [await placeOfRepository(repo)]),
    ...(index === null ? [] : [await placeOfIndex(index)]),
  ];
  return [...new Set(places.map((place) => usageFolder(place, { env: context.env })))];
}

async function show(context: CommandContext, { repo, json }: UsageArgs): Promise<ExitCode> {
  const [{ findRepositoryAt }, { foldFolder }, { showUsage }] = await Promise.all([
    import('../usage/fold/find-repository-at.js'),
    import('../usage/fold/fold-folder.js'),
    import('../usage/fold/show-usage.js'),
  ]);
  const place = await skillsPlace(context, repo);
  const folders = await eventFolders(context, place);
  const folded: FoldedFolder[] = [];
  const unreadable: string[] = [];
  for (const folder of folders) {
    const one = await foldFolder(folder, Date.now()).catch((error: unknown) => {
      if (!(error instanceof SkillgraftError)) throw error;
      unreadable.push(`${error.message} What was recorded there is not counted.`);
      return null;
    });
    if (one !== null) folded.push(one);
  }
  const base = context.config().values.base ?? undefined;
  const at = await findRepositoryAt(place, base);
  try {
    const skills = await showUsage(folded, at?.repository ?? null, at?.main.commit ?? null, place.index);
    const searches = folded.flatMap(({ fold }) => fold.searches.queries).slice(0, MOST_SEARCHES);
    const notes = [...unreadable, ...foldedNotes(folded)];
    if (json) {
      const repository = at === null ? null : { ref: at.main.ref, commit: at.main.commit };
      context.json({ folders, repository, skills, searches, notes });
      return 0;
    }
    for (const line of useRows(skills, searches, context.style)) context.print(line);
    if (skills.length === 0 && unreadable.length === 0)
      context.notice('No use was recorded here, and the repository has no records.');
    for (const note of notes) context.notice(terminalLine(note));
    return 0;
  } finally {
    await at?.repository.close();
  }
}

async function propose(context: CommandContext, args: UsageArgs): Promise<ExitCode> {
  const { proposeUsage } = await import('../usage/fold/propose-usage.js');
  const place = await skillsPlace(context, args.repo);
  const settings = proposeSettings(context);
  const options: ProposeOptions = {
    ...settings,
    ...place,
    dryRun: args['dry-run'],
    ...(args.draft ? { remote: { ...settings.remote, draft: true } } : {}),
  };
  const done = await proposeUsage({ ...options, folders: await eventFolders(context, place) });
  const notes = [...foldedNotes(done.folded), ...proposalNotes(done)];
  if (args.json) {
    const { answer, skills, findings } = done;
    context.json({ answer, skills, notes, findings: findingRows(findings) });
  } else print(context, done, notes);
  return 0;
}

function print(context: CommandContext, done: UsageProposal, notes: readonly string[]): void {
  const { answer, skills, findings } = done;
  const { style } = context;
  for (const line of findingLines(findings, style)) context.notice(line);
  for (const note of [...notes, ...(answer?.notes ?? [])]) context.notice(terminalLine(note));
  if (answer === null) {
    context.notice('There is nothing to propose: the repository has all that was recorded here.');
    return;
  }
  const { patch, dryRun, commit, branch, base } = answer;
  const say = patch === undefined && !dryRun ? context.print : context.notice;
  say(`Usage of ${skills.length} skill${skills.length === 1 ? '' : 's'}, from ${terminalLine(base.ref)}`);
  if (commit !== null) say(`${style.green(branch)} ${style.dim(commit.slice(0, 12))}`);
  say(terminalLine(patch === undefined ? answer.next : printedPatch(patch.fileName)));
  const shown = dryRun ? answer.diff : patch?.text;
  if (shown === undefined) return;
  // What goes to a file or to a program is the patch, byte for byte; only a terminal has to be kept safe.
  if (context.isTTY) context.print(shown.trimEnd());
  else context.stdout.write(shown);
}
