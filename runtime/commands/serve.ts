import { resolve } from 'node:path';
import { type Command, type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { packageVersion } from '../package-info.js';
import type { ProposeOptions } from '../propose/options.js';
import { unreadableVectors } from '../search/index-vectors.js';
import { configuredOptions } from './open-configured.js';
import type { RankHook } from './propose-settings.js';

/** @param rank opens an index of what would be merged, for the ranking check of proposals */
export function serveCommand(rank: RankHook): Command {
  return defineCommand({
    name: 'serve',
    summary: 'Serve the index to an MCP client over standard input and output',
    description: [
      'Tools: search_skills, get_skill, and save_skill, which proposes changes and is not there with --read-only. A ' +
        'rebuilt index is taken up by itself; a broken one is refused, and the last good one goes on.',
      'What becomes of a proposal is said by --sink and the settings base, remote, github-url, labels, draft, author, ' +
        'save-limit and save-size. Where there is no repository with the commit of the index, it is a patch. The token ' +
        'for pull requests is read from SKILLGRAFT_GITHUB_TOKEN, GITHUB_TOKEN or GH_TOKEN.',
      'WORKSPACE_FOLDER names the folder that the client works in: its last part is the current repository, for skills ' +
        'that are for one repository only.',
    ],
    options: {
      index: settingOption('index'),
      fusion: settingOption('fusion'),
      repo: {
        type: 'string',
        value: 'DIR',
        description:
          'The git repository for older versions and for proposals; the one around the index if not given.',
      },
      sink: settingOption('sink'),
      base: settingOption('base'),
      'read-only': { type: 'boolean', description: 'Offer no tool that proposes changes.' },
    },
    examples: ['serve', 'serve --index dist', 'serve --sink pull-request', 'serve --read-only'],
    async run(context) {
      const [{ openLive }, { serveOverStdio }, { currentRepo }] = await Promise.all([
        import('../reload.js'),
        import('../mcp/stdio.js'),
        import('../mcp/workspace.js'),
      ]);
      const { repo } = context.args;
      const config = context.config();
      const live = await openLive(config.path('index'), configuredOptions(config, repo), (refused) => {
        context.notice(
          refused === null
            ? 'The index changed and was loaded.'
            : `The changed index was refused: ${refused.message}`,
        );
      });
      const index = await live.current();
      context.notice(
        `Serving ${index.skills.length} skills of ${index.location} over standard input and output.`,
      );
      await index.checkVectors().catch((error: unknown) => context.notice(unreadableVectors(error).message));
      await serveOverStdio(live, {
        version: packageVersion(),
        currentRepo: currentRepo(context.env),
        fusion: config.values.fusion,
        proposals: await proposalsOf(context, repo, context.args['read-only'], rank),
        log: (message) => context.notice(message),
      });
      return 0;
    },
  });
}

/** How the tool proposes changes; null where it is not there. */
async function proposalsOf(
  context: CommandContext,
  repo: string | undefined,
  isReadOnly: boolean,
  rank: RankHook,
): Promise<ProposeOptions | null> {
  const { proposeSettings } = await import('./propose-settings.js');
  const config = context.config();
  const options = proposeSettings(context);
  if (isReadOnly || options.readOnly === true) return null;
  return {
    ...options,
    maxPerMinute: config.values['save-limit'],
    rankWith: (at) => rank(at, configuredOptions(config, repo)),
    ...(repo === undefined ? {} : { repo: resolve(context.cwd, repo) }),
  };
}
