import { isAbsolute, resolve } from 'node:path';
import type { CommandContext } from '../../runtime/cli/command.js';
import { NOT_OF_FILES, type ResolvedConfig } from '../../runtime/config/resolve.js';
import type { Repository } from '../../runtime/git/repository.js';
import { environmentToken, hostOf } from '../../runtime/propose/environment-token.js';
import { remoteAddress } from '../../runtime/propose/git-config.js';
import { gitHubTarget } from '../../runtime/propose/sinks/github-target.js';
import { parseRemote } from '../../runtime/propose/sinks/remote-url.js';
import { SkillgraftError } from '../../schema/errors.js';
import { publishBranch } from './branch/publish-branch.js';
import { publishDir } from './dir/publish-dir.js';
import { refuseSources } from './dir/refuse-sources.js';
import { publisherOf } from './publisher.js';
import { publishRelease } from './release/publish-release.js';
import type { Published, PublishInput, TargetName } from './types.js';

/** What the command line says of a target. */
export interface TargetOptions {
  readonly branch: string;
  /** True: nothing is pushed. */
  readonly local: boolean;
  /** Absolute; undefined where none was named. */
  readonly dir: string | undefined;
  readonly keep: number;
}

/** One place that an index is published to. */
export interface PublishTarget {
  readonly name: TargetName;
  publish(
    input: PublishInput,
    options: TargetOptions,
    context: Pick<CommandContext, 'config' | 'env'>,
  ): Promise<Published>;
}

/** Every target. A new one is one entry here. */
export const publishTargets: readonly PublishTarget[] = [
  {
    name: 'branch',
    async publish(input, { branch, local }, context) {
      const repository = theRepository(input);
      const { author, remote } = context.config().values;
      const person = await publisherOf(context.env, author, repository);
      if (local) return publishBranch(input, repository, { branch, person, remote: null });
      const url = await addressOf(repository, remote);
      return publishBranch(input, repository, {
        branch,
        person,
        remote: { url, token: pushToken(url, context.env) },
      });
    },
  },
  {
    name: 'dir',
    async publish(input, { dir, keep }, context) {
      if (dir === undefined) throw noFolder();
      await refuseSources(dir, input, rootsOf(context.config()));
      return publishDir(input, { folder: dir, keep });
    },
  },
  {
    name: 'release',
    async publish(input, _options, { config, env }) {
      const { values, origins } = config();
      const url = await addressOf(theRepository(input), values.remote);
      const apiUrl = values['github-url'];
      parseRemote(url, 'releases are made at');
      const target = gitHubTarget(url, { apiUrl: apiUrl ?? undefined });
      const isTrusted = apiUrl !== null && ['flag', 'environment'].includes(origins['github-url'].kind);
      const trusted = isTrusted ? [hostOf(apiUrl) ?? []].flat() : [];
      const token = environmentToken(env, [new URL(target.apiUrl).hostname], trusted);
      if (token === '') throw noToken(new URL(target.apiUrl).hostname);
      return publishRelease(input, { ...target, token });
    },
  },
];

/** The folders of skills that win over those that the repository's own settings name; null where none do. */
function rootsOf({ values, origins }: ResolvedConfig): readonly string[] | null {
  return NOT_OF_FILES.has(origins.roots.kind) ? values.roots : null;
}

/** Empty where none is needed: over ssh, or into a folder. */
function pushToken(url: string, env: CommandContext['env']): string {
  if (!/^https?:\/\//i.test(url)) return '';
  return environmentToken(env, [parseRemote(url).host.replace(/:\d+$/, '')]);
}

function theRepository({ repository }: PublishInput): Repository {
  if (repository !== null) return repository;
  throw new SkillgraftError(
    'publish-no-repository',
    'There is no git repository here.',
    'Run it in the skills repository, or name that with --repo; in a folder without git, run `git init` and commit first.',
  );
}

async function addressOf(repository: Repository, name: string): Promise<string> {
  const url = await remoteAddress(repository, name);
  if (url !== null) return isRelative(url) ? resolve(repository.dir, url) : url;
  throw new SkillgraftError(
    'remote-unknown',
    `The repository has no remote ${JSON.stringify(name)}.`,
    'Add it with git remote add, or name another one with --remote; --local publishes to a branch that is not pushed.',
  );
}

/** A path that git reads from the repository on: neither an address nor `host:path` nor absolute. */
function isRelative(url: string): boolean {
  return !/^[^/\\]*:/.test(url) && !isAbsolute(url);
}

function noFolder(): SkillgraftError {
  const hint = 'Give one: skillgraft publish --to dir --dir site.';
  return new SkillgraftError('publish-no-folder', 'No folder was named to publish into.', hint);
}

function noToken(host: string): SkillgraftError {
  return new SkillgraftError(
    'token-missing',
    `A release needs a token for ${host}.`,
    'Put one that may write contents into SKILLGRAFT_GITHUB_TOKEN or GITHUB_TOKEN.',
  );
}
