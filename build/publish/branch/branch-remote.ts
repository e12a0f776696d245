import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Repository } from '../../../runtime/git/repository.js';
import { askGit } from '../../../runtime/propose/sinks/git-over-http.js';
import { notGit, type PushScene, timedOut } from '../../../runtime/propose/sinks/push-failures.js';
import { pushOverHttp } from '../../../runtime/propose/sinks/push-http.js';
import {
  askRemote,
  failureOf,
  type GitProtocol,
  pushOverSsh,
} from '../../../runtime/propose/sinks/push-native.js';
import { readAdvertisement } from '../../../runtime/propose/sinks/receive-pack.js';
import { redactor } from '../../../runtime/propose/sinks/redact.js';
import { parseRemote } from '../../../runtime/propose/sinks/remote-url.js';
import { SkillgraftError } from '../../../schema/errors.js';

const USERNAME = 'x-access-token';
const TIMEOUT_MS = 300_000;

/** Where a branch is published to. */
export interface RemoteOptions {
  /** `https://…`, `ssh://…`, `user@host:path`, or an absolute path or `file://` address of a repository on disk. */
  readonly url: string;
  /** For http(s); goes into the Authorization header and nowhere else. Empty: none. */
  readonly token: string;
  /** Full name of the branch. */
  readonly ref: string;
  /** For one request, in milliseconds (300,000). */
  readonly timeoutMs?: number;
}

/** The branch of a remote. */
export class BranchRemote {
  /** Address without credentials. */
  readonly url: string;
  readonly #protocol: GitProtocol;
  readonly #authorization: string | null;
  readonly #scene: PushScene;
  readonly #ref: string;
  readonly #timeoutMs: number;

  /** @throws SkillgraftError `remote-unsupported`, `remote-insecure` */
  constructor({ url, token, ref, timeoutMs = TIMEOUT_MS }: RemoteOptions) {
    const path = folderOf(url);
    const remote = path === null ? parseRemote(url, 'a branch is published to') : null;
    this.url = path ?? remote!.url;
    this.#protocol = protocolOf(this.url, remote?.transport ?? 'file');
    const secret = token === '' ? remote?.password || remote?.username || '' : token;
    const user = remote?.password ? remote.username : USERNAME;
    const isHttp = remote?.transport === 'http' && secret !== '';
    if (isHttp) checkSecure(this.url);
    this.#authorization = isHttp ? `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` : null;
    this.#scene = { remote: this.url, ref, redact: redactor([secret], user) };
    this.#ref = ref;
    this.#timeoutMs = timeoutMs;
  }

  /** Where the branch stands; null where it is not there. @throws SkillgraftError `remote-…` */
  async tip(repository: Repository): Promise<string | null> {
    if (this.#protocol === 'http' || this.#protocol === 'https') return this.#tipOverHttp();
    const output = await this.#git(repository, ['ls-remote', '--end-of-options', this.url, this.#ref]);
    return /^([0-9a-f]{40,64})\t/.exec(output)?.[1] ?? null;
  }

  /** Gets the objects of the branch by the git program; no ref of the repository changes. */
  async fetch(repository: Repository): Promise<void> {
    const flags = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
    await this.#git(repository, ['fetch', ...flags, '--end-of-options', this.url, this.#ref]);
  }

  /** Moves the branch to a commit that descends from where it stands. @throws SkillgraftError `push-…`, `remote-…` */
  async push(repository: Repository, commit: string): Promise<void> {
    const push = { repository, url: this.url, commit, remoteRef: this.#ref };
    const [scene, timeoutMs] = [this.#scene, this.#timeoutMs];
    if (this.#protocol === 'ssh' || this.#protocol === 'file') {
      await pushOverSsh(push, scene, timeoutMs, this.#protocol);
    } else {
      await pushOverHttp(push, { authorization: this.#authorization, timeoutMs, scene });
    }
  }

  async #tipOverHttp(): Promise<string | null> {
    const http = { authorization: this.#authorization, timeoutMs: this.#timeoutMs, scene: this.#scene };
    const answer = await askGit(http, `${this.url}/info/refs?service=git-receive-pack`);
    try {
      return readAdvertisement(answer.body).refs.get(this.#ref) ?? null;
    } catch (error) {
      throw notGit(this.#scene, error);
    }
  }

  async #git(repository: Repository, args: readonly string[]): Promise<string> {
    const talk = {
      scene: this.#scene,
      timeoutMs: this.#timeoutMs,
      protocol: this.#protocol,
      env: this.#secretSettings(),
    };
    const { status, stdout, stderr, isLate } = await askRemote(repository.dir, args, talk);
    if (status === 0) return stdout;
    throw isLate ? timedOut(this.#scene, this.#timeoutMs) : failureOf(this.#scene, stderr);
  }

  /** The header as a setting in the environment: no command line shows it. What the repository sets goes first. */
  #secretSettings(): Record<string, string> {
    if (this.#authorization === null) return {};
    const key = `http.${this.url}.extraHeader`;
    return {
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: key,
      GIT_CONFIG_VALUE_0: '',
      GIT_CONFIG_KEY_1: key,
      GIT_CONFIG_VALUE_1: `Authorization: ${this.#authorization}`,
    };
  }
}

/** The folder that an address names; null for one of another machine. */
function folderOf(address: string): string | null {
  if (/^file:\/\//i.test(address)) return fileURLToPath(address);
  return isAbsolute(address) ? address : null;
}

function protocolOf(url: string, transport: 'http' | 'ssh' | 'file'): GitProtocol {
  if (transport !== 'http') return transport;
  return url.startsWith('https:') ? 'https' : 'http';
}

/** A token crosses the network in TLS only. */
function checkSecure(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(hostname)) return;
  const message = `${url} would send the token without encryption.`;
  throw new SkillgraftError('remote-insecure', message, 'Use the https address of the remote.');
}
