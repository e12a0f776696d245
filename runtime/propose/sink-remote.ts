import { SkillgraftError } from '../../schema/errors.js';
import type { Repository } from '../git/repository.js';
import { remoteAddress } from './git-config.js';
import type { MainLine } from './main-line.js';
import type { ProposalRemote } from './options.js';
import { gitHubTarget } from './sinks/github-target.js';
import { parseRemote } from './sinks/remote-url.js';
import type { SinkRemote } from './sinks/sink.js';

/**
 * The remote that a pull request goes to. Open ones for the same skill are known by what their branches begin with.
 *
 * @param folder of the skill's branches below `skillgraft/`, with a slash at its end
 * @throws SkillgraftError `remote-unknown`, `remote-unsupported`, `github-target`, `base-unknown`, `token-missing`
 */
export async function sinkRemote(
  repository: Repository,
  main: MainLine,
  options: ProposalRemote,
  folder: string,
): Promise<SinkRemote> {
  const { name = 'origin', token, apiUrl, repository: target, labels, draft, timeoutMs } = options;
  const url = options.url ?? (await remoteAddress(repository, name));
  if (url === null) throw unknownRemote(name);
  if (main.branch === null) throw noBranch(main.ref);
  const api = gitHubTarget(url, { apiUrl, repository: target }).apiUrl;
  const hosts = [...new Set([parseRemote(url).host.replace(/:\d+$/, ''), new URL(api).hostname])];
  const secret = typeof token === 'function' ? token(hosts) : (token ?? '');
  if (secret === '') throw noToken(hosts[0]!);
  return {
    url,
    token: secret,
    base: main.branch,
    sameSkill: { headPrefix: `skillgraft/${folder}` },
    ...(apiUrl === undefined ? {} : { apiUrl }),
    ...(target === undefined ? {} : { repository: target }),
    ...(labels === undefined ? {} : { labels }),
    ...(draft === undefined ? {} : { draft }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

function unknownRemote(name: string): SkillgraftError {
  return new SkillgraftError(
    'remote-unknown',
    `The repository has no remote ${JSON.stringify(name)}.`,
    'Add it with git remote add, or name another one with the setting or option `remote`.',
  );
}

function noBranch(ref: string): SkillgraftError {
  return new SkillgraftError(
    'base-unknown',
    `A pull request is for a branch, and ${ref} is none.`,
    'Name the branch with the setting or option `base`.',
  );
}

function noToken(host: string): SkillgraftError {
  return new SkillgraftError(
    'token-missing',
    `A pull request needs a token for ${host}.`,
    'Put one that may write contents and pull requests into SKILLGRAFT_GITHUB_TOKEN or GITHUB_TOKEN.',
  );
}
