import { SkillgraftError } from '../../../schema/errors.js';
import { openRepository } from '../../git/open.js';
import type { Repository } from '../../git/repository.js';
import { PREFIX } from '../git/check-request.js';
import type { PushScene } from './push-failures.js';
import { type PushOutcome, pushOverHttp } from './push-http.js';
import { pushOverSsh } from './push-native.js';
import { redactor } from './redact.js';
import { parseRemote, type RemoteAddress } from './remote-url.js';

/** Which branch goes where. */
export interface PushBranchOptions {
  /** The repository, or a folder in it. */
  readonly repository: Repository | string;
  /** Full name of the local branch, `refs/heads/skillgraft/…`. */
  readonly ref: string;
  /** Full name there, `refs/heads/skillgraft/…`; the same where absent. */
  readonly remoteRef?: string;
  /** `https://…`, `ssh://…` or `user@host:path`. */
  readonly remoteUrl: string;
  /** For http(s); goes into the Authorization header and nowhere else. */
  readonly token?: string;
  /** User name that goes with the token; what GitHub wants with any token where absent. */
  readonly username?: string;
  /** For one request, in milliseconds (60,000). */
  readonly timeoutMs?: number;
}

export interface PushedBranch {
  readonly commit: string;
  /** Full name there. */
  readonly ref: string;
  /** Address without credentials. */
  readonly remote: string;
  /** `already-there`: the remote's branch stood at this commit before. */
  readonly outcome: PushOutcome;
}

const USERNAME = 'x-access-token';
const TIMEOUT_MS = 60_000;

/**
 * Pushes the branch of a proposal. Only branches below `refs/heads/skillgraft/` are pushed, never by force; whatever
 * fails, the local branch stays as it is, and pushing again does no harm.
 *
 * @throws SkillgraftError `push-refused`, `push-not-fast-forward`, `push-incomplete`: what the remote says to the commit
 * @throws SkillgraftError `remote-unauthorised`, `remote-forbidden`, `remote-not-found`, `remote-moved`, `remote-busy`,
 *   `remote-failed`, `remote-unreachable`, `remote-timeout`, `remote-host-unknown`, `remote-answer-broken`: the remote
 * @throws SkillgraftError `proposal-branch`, `ref-not-found`, `remote-unsupported`, `remote-insecure`,
 *   `git-program-missing`: what was asked for
 */
export async function pushBranch(options: PushBranchOptions): Promise<PushedBranch> {
  const { ref, remoteRef = ref, timeoutMs = TIMEOUT_MS } = options;
  for (const name of [ref, remoteRef]) checkProposalRef(name);
  const remote = parseRemote(options.remoteUrl);
  const { username, token } = credentials(remote, options);
  const scene: PushScene = { remote: remote.url, ref, redact: redactor([token], username) };
  if (token !== '') checkSecure(remote);
  const { repository: target } = options;
  const repository = typeof target === 'string' ? await openRepository(target) : target;
  try {
    const commit = await repository.resolve(ref);
    const push = { repository, url: remote.url, commit, remoteRef };
    const authorization = token === '' ? null : basic(username, token);
    const outcome =
      remote.transport === 'http'
        ? await pushOverHttp(push, { authorization, timeoutMs, scene })
        : await pushOverSsh(push, scene, timeoutMs);
    return { commit, ref: remoteRef, remote: remote.url, outcome };
  } finally {
    if (typeof target === 'string') await repository.close();
  }
}

/** @throws SkillgraftError `proposal-branch` */
function checkProposalRef(ref: string): void {
  const name = ref.startsWith(`${PREFIX}/`) ? ref.slice(PREFIX.length + 1) : '';
  if (/^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/.test(name) && !name.includes('..')) return;
  throw new SkillgraftError(
    'proposal-branch',
    `${JSON.stringify(ref)} is no branch of a proposal.`,
    `Only branches below ${PREFIX}/ are pushed.`,
  );
}

/** What stands in the address counts where nothing else is given; a user name alone is a token there. */
function credentials(
  remote: RemoteAddress,
  { token, username }: PushBranchOptions,
): { username: string; token: string } {
  if (token !== undefined || remote.password !== '') {
    const user = username ?? (remote.username === '' ? USERNAME : remote.username);
    return { username: user, token: token ?? remote.password };
  }
  return { username: username ?? USERNAME, token: remote.username };
}

/** A token crosses the network in TLS only. */
function checkSecure({ transport, url }: RemoteAddress): void {
  if (transport === 'ssh' || url.startsWith('https:')) return;
  if (/^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(new URL(url).hostname)) return;
  throw new SkillgraftError(
    'remote-insecure',
    `${url} would send the token without encryption.`,
    'Use the https address of the remote.',
  );
}

function basic(username: string, token: string): string {
  return `Basic ${Buffer.from(`${username}:${token}`, 'utf8').toString('base64')}`;
}
