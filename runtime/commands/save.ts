import { SkillgraftError } from '../../schema/errors.js';
import { type Command, type CommandContext, defineCommand, type ExitCode } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { terminalLine } from '../cli/terminal-text.js';
import { printedPatch, versionStep } from '../propose/next-step.js';
import type { ProposalAnswer, ProposeOptions } from '../propose/options.js';
import { findingLines, findingRows } from './finding-lines.js';
import { configuredOptions } from './open-configured.js';
import { proposeSettings, type RankHook } from './propose-settings.js';
import { REQUEST_OPTIONS, readRequest } from './save-request.js';
import { skillsPlace } from './skills-repository.js';

/** @param rank opens an index of what would be merged, for the ranking check */
export function saveCommand(rank: RankHook): Command {
  return defineCommand({
    name: 'save',
    summary: 'Propose a new skill, or a change to one, for review',
    description: [
      'Writes one commit on a branch of its own (skillgraft/…), or makes a pull request or a patch of it. HEAD, index ' +
        'and work tree stay as they are. The same proposal again gives the same branch.',
      'ACTION is ARCHIVE (a new skill), FIX, DERIVE or MERGE; or, for those who keep the skills, DEPRECATE, RESTORE, ' +
        'EXTEND, STALE, RETIRE (archived) or REMOVE. With --file, a SKILL.md gives name, description and body; without ACTION it is a FIX where ' +
        'there is such a skill, and ARCHIVE where there is none. Exit code 1 where the checks refuse it.',
      'The token for pull requests is read from SKILLGRAFT_GITHUB_TOKEN, GITHUB_TOKEN or GH_TOKEN.',
    ],
    options: {
      file: {
        type: 'string',
        short: 'f',
        value: 'FILE',
        description: 'A request as JSON, a SKILL.md, or the body as Markdown; - is standard input.',
      },
      ...REQUEST_OPTIONS,
      author: settingOption('author'),
      'dry-run': { type: 'boolean', description: 'Show the diff and the findings, and write nothing.' },
      'allow-secrets': {
        type: 'boolean',
        description: 'You have looked: what looks like a secret is none.',
      },
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
    positionals: [
      { name: 'ACTION', description: 'What to do.' },
      { name: 'NAME', description: 'The skill: a new name, or the name or path of one that is there.' },
    ],
    examples: [
      'save fix git-commit --lesson "Sign off with -s where the project asks for it." --reason "It was refused."',
      'save --file skills/new-skill/SKILL.md --dry-run',
      'save archive fix-cors --file body.md --description "Mends CORS errors." --sink pull-request',
    ],
    async run(context) {
      const { args } = context;
      const { request, notes } = await readRequest(context.positionals, args, context.cwd);
      for (const note of notes) context.notice(terminalLine(note));
      const { dryRun, ...rest }: Record<string, unknown> = { ...request, ...authorFlag(context) };
      const options = await optionsOf(context, args, rank);
      try {
        const answer = await proposeAs(rest, {
          ...options,
          ...(await readFrom(rest, options)),
          dryRun: args['dry-run'] || dryRun === true,
        });
        if (args.json) context.json({ ...answer, findings: findingRows(answer.findings) });
        else print(context, answer);
        return 0;
      } catch (error) {
        return refused(context, error, args.json);
      }
    },
  });
}

/** An author that the command line names is the request's, whatever its file says; others are only a default. */
function authorFlag(context: CommandContext): { readonly author?: string } {
  const { values, origins } = context.config();
  return origins.author.kind === 'flag' && values.author !== null ? { author: values.author } : {};
}

interface SaveArgs {
  readonly repo: string | undefined;
  readonly draft: boolean;
  readonly 'allow-secrets': boolean;
}

async function optionsOf(context: CommandContext, args: SaveArgs, rank: RankHook): Promise<ProposeOptions> {
  const settings = proposeSettings(context);
  const { repo, index } = await skillsPlace(context, args.repo);
  if (index === null) context.notice('There is no index: versions are not known, and nothing is compared.');
  return {
    ...settings,
    repo,
    index,
    allowSecrets: args['allow-secrets'],
    ...(args.draft ? { remote: { ...settings.remote, draft: true } } : {}),
    rankWith: (at) => rank(at, configuredOptions(context.config(), args.repo)),
  };
}

/** A text that was written anew was made from what the index serves; what is only added goes beside what is there. */
async function readFrom(
  { body, description }: Record<string, unknown>,
  { index, repo }: ProposeOptions,
): Promise<Pick<ProposeOptions, 'readFrom'>> {
  if (body === undefined && description === undefined) return {};
  if (typeof repo !== 'string' || !index?.artifact.source.commit) return {};
  // An index of another repository says nothing of this one's versions.
  const { findRepository } = await import('../propose/open-place.js');
  const repository = await findRepository([repo], index);
  await repository?.close();
  return repository === null ? {} : { readFrom: 'index' };
}

/** A description without an action makes a new skill, or the next version of the one that is there. */
async function proposeAs(request: Record<string, unknown>, options: ProposeOptions): Promise<ProposalAnswer> {
  const { propose } = await import('../propose/propose.js');
  if (request.action !== undefined || request.description === undefined) return propose(request, options);
  try {
    return await propose({ ...request, action: 'ARCHIVE' }, options);
  } catch (error) {
    if (!(error instanceof SkillgraftError) || error.code !== 'skill-exists') throw error;
    return propose({ ...request, action: 'FIX' }, options);
  }
}

function print(context: CommandContext, answer: ProposalAnswer): void {
  const { style } = context;
  const { action, branch, commit, base, patch, dryRun } = answer;
  const say = patch === undefined && !dryRun ? context.print : context.notice;
  say(`${style.bold(action)} ${terminalLine(versionStep(answer))}, from ${terminalLine(base.ref)}`);
  if (commit !== null) say(`${style.green(branch)} ${style.dim(commit.slice(0, 12))}`);
  for (const line of findingLines(answer.findings, style)) context.notice(line);
  for (const note of answer.notes) context.notice(terminalLine(note));
  say(terminalLine(patch === undefined ? answer.next : printedPatch(patch.fileName)));
  const shown = dryRun ? answer.diff : patch?.text;
  if (shown === undefined) return;
  // What goes to a file or to a program is the patch, byte for byte; only a terminal has to be kept safe.
  if (context.isTTY) context.print(shown.trimEnd());
  else context.stdout.write(shown);
}

async function refused(context: CommandContext, error: unknown, json: boolean): Promise<ExitCode> {
  const { ProposalRefused } = await import('../propose/refused.js');
  if (!(error instanceof ProposalRefused)) throw error;
  const { code, message, hint, findings } = error;
  if (json) context.json({ error: { code, message, hint }, findings: findingRows(findings) });
  else for (const line of findingLines(findings, context.style)) context.print(line);
  context.notice(`${message} ${hint}`);
  return 1;
}
