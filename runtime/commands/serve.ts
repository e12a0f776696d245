import { resolve } from 'node:path';
import type { SkillgraftError } from '../../schema/errors.js';
import { type Command, type CommandContext, defineCommand } from '../cli/command.js';
import { settingOption } from '../cli/setting-option.js';
import type { HttpLogEntry } from '../http/log.js';
import { packageVersion } from '../package-info.js';
import type { ProposeOptions } from '../propose/options.js';
import { unreadableVectors } from '../search/index-vectors.js';
import type { SkillLibrary } from '../skill-library.js';
import type { Notice } from '../types.js';
import { userSkillsOption } from './configured-sources.js';
import { configuredOptions, openConfiguredLive } from './open-configured.js';
import type { RankHook } from './propose-settings.js';
import { checkNoHttp, HTTP_OPTIONS, httpLog, serveHttp } from './serve-http.js';
import { serverRecorder } from './serve-usage.js';

/** @param rank opens an index of what would be merged, for the ranking check of proposals */
export function serveCommand(rank: RankHook): Command {
  return defineCommand({
    name: 'serve',
    summary: 'Serve the index to MCP clients over standard input and output, or over HTTP',
    description: [
      'Tools: search_skills, get_skill, record_outcome, which notes on this machine whether a skill helped, and ' +
        'save_skill, which proposes changes and is not there with --read-only. A ' +
        'rebuilt index is taken up by itself; a broken one is refused, and the last good one goes on.',
      'What becomes of a proposal is said by --sink and the settings base, remote, github-url, labels, draft, author, ' +
        'save-limit and save-size. Where there is no repository with the commit of the index, it is a patch. The token ' +
        'for pull requests is read from SKILLGRAFT_GITHUB_TOKEN, GITHUB_TOKEN or GH_TOKEN.',
      'WORKSPACE_FOLDER names the folder that the client works in: its last part is the current repository, for skills ' +
        'that are for one repository only.',
      'With --http it serves MCP at /mcp, and /index.json, the skills' +
        "' files under /skills/, " +
        '/.well-known/agent-skills/index.json, /healthz and /readyz; what happens is logged on standard error, a JSON ' +
        'object a line. Callers have to send the token of SKILLGRAFT_TOKEN or --token-file, where there is one.',
    ],
    options: {
      index: settingOption('index'),
      'user-skills': userSkillsOption,
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
      http: { type: 'boolean', description: 'Serve over HTTP, until it is asked to end.' },
      ...HTTP_OPTIONS,
    },
    examples: ['serve', 'serve --index dist', 'serve --sink pull-request', 'serve --http --read-only'],
    async run(context) {
      if (!context.args.http) checkNoHttp(context.args);
      const { currentRepo } = await import('../mcp/workspace.js');
      const { repo, http } = context.args;
      const config = context.config();
      const log = await httpLog(context);
      const refusals = new Map<string | null, Notice>();
      const live = await openConfiguredLive(context, repo, (name, refused) => {
        if (refused === null) refusals.delete(name);
        else refusals.set(name, { code: refused.code, message: refused.message });
        if (http) log({ ...reloadEntry(refused), ...(name === null ? {} : { index: name }) });
        else context.notice(reloadNotice(name, refused));
      });
      const library = await live.current();
      for (const { code, message } of library.notices ?? []) {
        if (http) log({ level: 'warn', event: code, message });
        else context.notice(message);
      }
      const usage = await serverRecorder(context, library, (level, message) => {
        if (http) log({ level, event: 'usage', message });
        else context.notice(message);
      });
      const tools = {
        usage,
        currentRepo: currentRepo(context.env),
        fusion: config.values.fusion,
        proposals: await proposalsOf(context, repo, context.args['read-only'], rank),
      };
      const what = `Serving ${library.skills.length} skills of ${library.place ?? library.location}`;
      if (!http) context.notice(`${what} over standard input and output.`);
      await checkVectors(library).catch((error: unknown) => {
        const { code, message } = unreadableVectors(error);
        if (http) log({ level: 'warn', event: code, message });
        else context.notice(message);
      });
      if (http) {
        const notices = (): Notice[] => [...refusals.values()];
        await serveHttp(context, { live, tools, log, notices });
        await usage?.close();
        return 0;
      }
      const { serveOverStdio } = await import('../mcp/stdio.js');
      await serveOverStdio(live, {
        version: packageVersion(),
        ...tools,
        log: (message) => context.notice(message),
      });
      await usage?.close();
      return 0;
    },
  });
}

/** Of several indexes each says so itself, once a search. */
async function checkVectors(library: SkillLibrary): Promise<void> {
  const { SkillIndex } = await import('../skill-index.js');
  if (library instanceof SkillIndex) await library.checkVectors();
}

function reloadNotice(name: string | null, refused: SkillgraftError | null): string {
  const which = name === null ? 'index' : `index ${name}`;
  if (refused === null) return `The ${which} changed and was loaded.`;
  if (refused.code === 'index-gone') return `The ${which} is gone: ${refused.message} ${refused.hint}`;
  return `The changed ${which} was refused: ${refused.message}`;
}

function reloadEntry(refused: SkillgraftError | null): HttpLogEntry {
  if (refused === null) return { level: 'info', event: 'reload' };
  return { level: 'warn', event: 'reload-refused', code: refused.code, message: refused.message };
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
