import type { CommandContext } from '../cli/command.js';
import type { ResolvedConfig } from '../config/resolve.js';
import { environmentToken, hostOf } from '../propose/environment-token.js';
import type { ProposalRemote, ProposeOptions } from '../propose/options.js';
import type { FileChange } from '../propose/types.js';
import type { SkillIndex } from '../skill-index.js';
import type { OpenOptions } from '../types.js';

/** Opens an index of a commit's skills with some changes. Builds are made elsewhere: `cli.ts` hands this in. */
export type RankHook = (
  at: { readonly repo: string; readonly ref: string },
  open: Omit<OpenOptions, 'files'>,
) => (changes: readonly FileChange[]) => Promise<SkillIndex>;

/** How changes are proposed by the settings. */
export function proposeSettings(context: Pick<CommandContext, 'env' | 'config'>): ProposeOptions {
  const config = context.config();
  const { sink, base, author } = config.values;
  return {
    sink,
    readOnly: config.values['read-only'] === 'yes',
    maxBytes: config.values['save-size'],
    remote: remoteOf(config, context.env),
    ...(base === null ? {} : { base }),
    ...(author === null ? {} : { author }),
  };
}

/** An address of the API that stands in a file is no reason to send the token there. */
function remoteOf({ values, origins }: ResolvedConfig, env: CommandContext['env']): ProposalRemote {
  const apiUrl = values['github-url'];
  const isTrusted = ['flag', 'environment'].includes(origins['github-url'].kind);
  const trusted = apiUrl === null || !isTrusted ? [] : [hostOf(apiUrl) ?? []].flat();
  return {
    name: values.remote,
    labels: values.labels,
    draft: values.draft === 'yes',
    token: (hosts) => environmentToken(env, hosts, trusted),
    ...(apiUrl === null ? {} : { apiUrl }),
  };
}
