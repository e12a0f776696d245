import { defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import { packageVersion } from '../package-info.js';
import { unreadableVectors } from '../search/index-vectors.js';
import { configuredOptions } from './open-configured.js';

export const serve = defineCommand({
  name: 'serve',
  summary: 'Serve the index to an MCP client over standard input and output',
  description: [
    'Tools: search_skills and get_skill. A rebuilt index is taken up by itself; a broken one is refused, and the ' +
      'last good one goes on.',
    'WORKSPACE_FOLDER names the folder that the client works in: its last part is the current repository, for skills ' +
      'that are for one repository only.',
  ],
  options: {
    index: settingOption('index'),
    fusion: settingOption('fusion'),
    repo: {
      type: 'string',
      value: 'DIR',
      description: 'The git repository for older versions; the one around the index if not given.',
    },
  },
  examples: ['serve', 'serve --index dist'],
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
      log: (message) => context.notice(message),
    });
    return 0;
  },
});
