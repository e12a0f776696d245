import { resolve } from 'node:path';
import { type CommandContext, defineCommand } from '../../runtime/cli/command.js';
import { settingOption } from '../../runtime/cli/setting-option.js';
import { openRepository } from '../../runtime/git/open.js';
import type { Repository } from '../../runtime/git/repository.js';
import { SkillgraftError } from '../../schema/errors.js';
import { DEFAULT_BRANCH } from '../publish/branch/branch-name.js';
import { openPublishable, refuseTooLarge } from '../publish/open-publishable.js';
import { publishTargets } from '../publish/targets.js';
import type { Published } from '../publish/types.js';

const options = {
  to: {
    type: 'string',
    value: 'branch|dir|release',
    choices: ['branch', 'dir', 'release'],
    default: 'branch',
    description: 'A branch of its own, a folder for a web server, or a release on GitHub.',
  },
  index: settingOption('index'),
  repo: {
    type: 'string',
    value: 'DIR',
    description: 'The repository that the index was built from; the one around this folder if not given.',
  },
  branch: {
    type: 'string',
    value: 'NAME',
    default: DEFAULT_BRANCH,
    description: 'Name of the branch.',
  },
  remote: settingOption('remote'),
  local: { type: 'boolean', description: 'Write the branch in this repository, and push nothing.' },
  dir: { type: 'string', value: 'DIR', description: 'The folder that is published into.' },
  keep: {
    type: 'integer',
    value: 'N',
    min: 1,
    max: 1000,
    default: 10,
    description: 'How many versions stay in the folder.',
  },
  'allow-rollback': {
    type: 'boolean',
    description: 'Publish a commit that does not descend from the published one.',
  },
  'allow-empty': { type: 'boolean', description: 'Publish an index without a skill.' },
  'allow-shallow': { type: 'boolean', description: 'Publish what was built in a shallow clone.' },
  'allow-large': { type: 'boolean', description: 'Publish an index over max-index-bytes.' },
  json: { type: 'boolean', description: 'Print {to, outcome, commit, digest, where, index, ...} as JSON.' },
} as const;

type Context = CommandContext<typeof options>;

export const publish = defineCommand({
  name: 'publish',
  summary: 'Publish the index to a branch, a folder or a release',
  description: [
    'Publishes the index that `build` wrote, as it is: with the files of the skills, SHA256SUMS and ' +
      '.well-known/agent-skills/index.json. Readers see the old one or the new one, never half of one; the same index ' +
      'again changes nothing.',
    'A branch gets one commit, on top of what others published; a folder gets versions/COMMIT, and latest.json moves ' +
      'last; a release is a draft until all of its files have arrived. The token for http(s) is read from ' +
      'SKILLGRAFT_GITHUB_TOKEN, GITHUB_TOKEN or GH_TOKEN.',
    'Read it with --index branch:skills-index, with the folder or its address, or with the address of ' +
      'skills-index.tar.gz.',
  ],
  options,
  examples: [
    'publish',
    'publish --to branch --branch skills-index --local',
    'publish --to dir --dir site --keep 5',
    'publish --to release',
  ],
  async run(context) {
    const { args } = context;
    const allow = {
      rollback: args['allow-rollback'],
      empty: args['allow-empty'],
      shallow: args['allow-shallow'],
    };
    const folder = resolve(context.cwd, args.repo ?? '.');
    const publishable = await openPublishable(indexOf(context, folder), allow, folder);
    if (!args['allow-large']) refuseTooLarge(publishable, context.config().values['max-index-bytes']);
    const repository = await openIfThere(folder, args.repo !== undefined);
    try {
      const target = publishTargets.find(({ name }) => name === args.to)!;
      const dir = args.dir === undefined ? undefined : resolve(context.cwd, args.dir);
      const { branch, local, keep } = args;
      const published = await target.publish(
        { publishable, repository, allow },
        { branch, local, keep, dir },
        context,
      );
      report(context, published);
      return 0;
    } finally {
      await repository?.close();
    }
  },
});

/** For a repository that was named, the default is its own `dist`. */
function indexOf(context: Context, folder: string): string {
  const config = context.config();
  const isDefault = config.origins.index.kind === 'default' && context.args.repo !== undefined;
  return isDefault ? resolve(folder, config.values.index[0]!) : config.path('index');
}

async function openIfThere(folder: string, isNamed: boolean): Promise<Repository | null> {
  try {
    return await openRepository(folder);
  } catch (error) {
    if (!isNamed && error instanceof SkillgraftError && error.code === 'not-a-repository') return null;
    throw error;
  }
}

function report(context: Context, published: Published): void {
  if (context.args.json) {
    context.json(published);
    return;
  }
  for (const note of published.notes) context.notice(note);
  const { outcome, commit, where, index } = published;
  const what = outcome === 'unchanged' ? 'is there already' : 'is published';
  context.print(`The index of ${commit.slice(0, 12)} ${what}: ${where}`);
  context.print(`Read it with --index ${index}`);
}
