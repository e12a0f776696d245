import { basename, join, resolve } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { isDay } from '../../schema/usage/line.js';
import { type Command, type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import type { CurationProposals } from '../curate/propose-curation.js';
import type { Curation } from '../curate/types.js';
import { stateFolder } from '../files/user-folders.js';
import type { ProposeOptions } from '../propose/options.js';
import { badOption, shown } from '../search/check-options.js';
import type { SkillIndex } from '../skill-index.js';
import { curationLines, proposalLines } from './curate-lines.js';
import { configuredOptions } from './open-configured.js';
import { proposeSettings, type RankHook } from './propose-settings.js';
import { skillsPlace } from './skills-repository.js';
import { eventFolders } from './usage.js';

/** @param rank opens an index of what would be merged, for the ranking check of proposals */
export function curateCommand(rank: RankHook): Command {
  return defineCommand({
    name: 'curate',
    summary: 'Look after skills by their use: which fail, overlap, are missing or not used',
    description: [
      'Reads what is recorded of the skills’ use, in the repository and on this machine, and writes REPORT.md and ' +
        'run.json. Nothing changes, and nothing is ever deleted.',
      'Skills that agents wrote become stale and then archived without use, and active again with it; pinned ones and ' +
        'those of people are left alone. An agent’s is a skill whose author is one of --agents, or which has no author ' +
        'and was made by a proposal.',
      '--propose writes a branch with the report, and one for each change of a status. --prompt prints what an agent ' +
        'can be asked to do about the report. The exit code is 0 whatever there is to do, and 1 where a change of a ' +
        'status could not be proposed.',
    ],
    options: {
      propose: { type: 'boolean', description: 'Propose the report and the changes of statuses.' },
      limit: {
        type: 'integer',
        short: 'n',
        min: 1,
        max: 1000,
        default: 10,
        description: 'How many changes of statuses are proposed at once; 10 if not given.',
      },
      'dry-run': {
        type: 'boolean',
        description: 'With --propose: show what would be proposed, and write no branch.',
      },
      prompt: { type: 'boolean', description: 'Print a prompt for an agent that works on the report.' },
      out: {
        type: 'string',
        value: 'DIR',
        description: 'Where REPORT.md and run.json go; below the state folder of the user if not given.',
      },
      day: {
        type: 'string',
        value: 'DATE',
        description: 'The day that counts as today, such as 2026-01-31.',
      },
      'stale-days': settingOption('stale-days'),
      'archive-days': settingOption('archive-days'),
      agents: settingOption('agents'),
      author: settingOption('author'),
      sink: settingOption('sink'),
      base: settingOption('base'),
      remote: settingOption('remote'),
      'github-url': settingOption('github-url'),
      labels: settingOption('labels'),
      draft: { type: 'boolean', description: 'Make pull requests drafts.' },
      repo: { type: 'string', value: 'DIR', description: 'The skills repository; this one if not given.' },
      index: settingOption('index'),
      json: { type: 'boolean', description: 'Print {curation, report, proposals} as JSON.' },
    },
    examples: ['curate', 'curate --propose --sink pull-request', 'curate --prompt > task.md'],
    async run(context) {
      const { args } = context;
      const now = momentOf(args.day);
      const { index, repo, folders } = await placeOf(context, args.repo);
      const curation = await curationOf(context, index, { repo, folders, now });
      const { writePatches, writeReport } = await import('../curate/write-report.js');
      const out = args.out === undefined ? defaultOut(context, folders) : resolve(context.cwd, args.out);
      const report = await writeReport(curation, out);
      let proposals: CurationProposals | null = null;
      if (args.propose) {
        const { proposeCuration } = await import('../curate/propose-curation.js');
        const options = optionsOf(context, rank, { index, repo }, args);
        proposals = await proposeCuration(curation, options, args.limit);
        const patches = await writePatches(proposals, out);
        if (patches > 0) context.notice(`The patches (${patches}) are in ${terminalLine(out)}.`);
      }
      if (args.json) context.json({ curation, report, proposals });
      else if (args.prompt) {
        const { reviewPrompt } = await import('../curate/review-prompt.js');
        context.print(reviewPrompt(curation).trimEnd());
      } else for (const line of curationLines(curation, context.style)) context.print(line);
      if (!args.json) {
        for (const note of curation.notes) context.notice(note);
        for (const line of proposalLines(proposals, context.style)) context.notice(line);
        context.notice(`The report is ${terminalLine(report)}.`);
      }
      return proposals?.transitions.some(({ error }) => error !== null) === true ? 1 : 0;
    },
  });
}

/** Milliseconds since 1970 of the end of a day, or of this moment. */
function momentOf(day: string | undefined): number {
  if (day === undefined) return Date.now();
  if (isDay(day)) return Date.parse(`${day}T23:59:59Z`);
  throw badOption(`--day cannot be ${shown(day)}.`, 'Give a day, such as 2026-01-31.');
}

interface CuratePlace {
  readonly index: SkillIndex;
  readonly repo: string;
  /** Of events on this machine. */
  readonly folders: readonly string[];
}

async function placeOf(context: CommandContext, wish: string | undefined): Promise<CuratePlace> {
  const place = await skillsPlace(context, wish);
  const { index, repo } = place;
  if (index === null)
    throw new SkillgraftError(
      'no-index',
      'There is no index of the skills here.',
      'Run skillgraft build first.',
    );
  if (repo === null)
    throw new SkillgraftError(
      'no-repository',
      'There is no repository that has the commit of the index.',
      'Run it in a clone of the skills repository, or name one with --repo.',
    );
  return { index, repo, folders: await eventFolders(context, place) };
}

async function curationOf(
  context: CommandContext,
  index: SkillIndex,
  {
    repo,
    folders,
    now,
  }: { readonly repo: string; readonly folders: readonly string[]; readonly now: number },
): Promise<Curation> {
  const [{ openRepository }, { mainLine }, { gatherCuration }, { decideCuration }, { CURATE_THRESHOLDS }] =
    await Promise.all([
      import('../git/open.js'),
      import('../propose/main-line.js'),
      import('../curate/gather.js'),
      import('../curate/decide.js'),
      import('../curate/types.js'),
    ]);
  const { values } = context.config();
  const repository = await openRepository(repo);
  try {
    const { commit } = await mainLine(repository, values.base ?? undefined, index.artifact.source.commit);
    const { agents } = values;
    const input = await gatherCuration(index, { repository, commit, folders, agents, now });
    const days = { staleDays: values['stale-days'], archiveDays: values['archive-days'] };
    return decideCuration(input, { ...CURATE_THRESHOLDS, ...days });
  } finally {
    await repository.close();
  }
}

/** Beside the events, by the same name. */
function defaultOut({ env }: CommandContext, folders: readonly string[]): string {
  return join(stateFolder({ env }), 'curate', basename(folders[0]!));
}

function optionsOf(
  context: CommandContext,
  rank: RankHook,
  { index, repo }: Pick<CuratePlace, 'index' | 'repo'>,
  args: { readonly draft: boolean; readonly repo: string | undefined; readonly 'dry-run': boolean },
): ProposeOptions {
  const settings = proposeSettings(context);
  return {
    ...settings,
    repo,
    index,
    dryRun: args['dry-run'],
    ...(args.draft ? { remote: { ...settings.remote, draft: true } } : {}),
    rankWith: (at) => rank(at, configuredOptions(context.config(), args.repo)),
  };
}
