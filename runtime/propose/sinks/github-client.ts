import { SkillgraftError } from '../../../schema/errors.js';
import { brokenAnswer } from './github-failures.js';
import { type PullRequest, readPull } from './github-pulls.js';
import {
  callOnce,
  callSafely,
  type GitHubAccess,
  type GitHubCall,
  MOST_RETRIES,
  pause,
} from './github-request.js';
import type { GitHubTarget } from './github-target.js';
import { redactor } from './redact.js';

export interface GitHubOptions extends GitHubTarget {
  /** Needs the rights to write contents and pull requests. Goes into the Authorization header and nowhere else. */
  readonly token: string;
  /** For one request, in milliseconds (20,000). */
  readonly timeoutMs?: number;
  /** Milliseconds before reading is tried again (500). */
  readonly retryDelayMs?: number;
}

/** How other proposals for the same skill are known: by either. */
export interface SameSkill {
  readonly label?: string;
  /** What their branches' names begin with; ends in a character that parts it from longer names. */
  readonly headPrefix?: string;
}

/** A pull request as it is looked for. Branches without `refs/heads/`. */
export interface PullRequestQuery {
  readonly head: string;
  readonly base: string;
  readonly sameSkill?: SameSkill;
}

/** A pull request as it is to be. */
export interface PullRequestRequest extends PullRequestQuery {
  readonly title: string;
  /** Markdown, at most 65,536 characters. */
  readonly body: string;
  readonly labels?: readonly string[];
  readonly draft?: boolean;
}

export interface OpenedPullRequest {
  readonly number: number;
  /** Its page. */
  readonly url: string;
  /** Branch that it is for: another one than was asked for where an open one for the same skill was updated. */
  readonly head: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  /** Why the labels could not be set; the pull request is open all the same. */
  readonly labelFailure: SkillgraftError | null;
}

const [TIMEOUT_MS, RETRY_DELAY_MS] = [20_000, 500];
const PAGE = 100;
/** Pages of open pull requests that are looked through. */
const MOST_PAGES = 10;

/** The four calls of GitHub's REST API that proposals need. */
export class GitHubClient {
  readonly #access: GitHubAccess;
  readonly #repository: string;
  readonly #owner: string;

  /** @throws SkillgraftError `token-malformed` */
  constructor({
    apiUrl,
    owner,
    repo,
    token,
    timeoutMs = TIMEOUT_MS,
    retryDelayMs = RETRY_DELAY_MS,
  }: GitHubOptions) {
    if (!/^[!-~]+$/.test(token)) {
      const message = 'The token for GitHub is empty or has characters that no token has.';
      throw new SkillgraftError('token-malformed', message, 'Copy it again, without blanks and line ends.');
    }
    this.#repository = `${owner}/${repo}`;
    this.#owner = owner;
    const scene = { where: `${this.#repository} at ${apiUrl}`, redact: redactor([token]) };
    this.#access = { apiUrl, token, timeoutMs, retryDelayMs, scene };
  }

  /**
   * The open pull request for a branch of this repository, else the latest one for the same skill, into the same base.
   * Those of forks are left out: anybody could name a branch like that.
   *
   * @throws SkillgraftError `github-…`
   */
  async findPullRequest(query: PullRequestQuery): Promise<PullRequest | null> {
    const { head, sameSkill = {} } = query;
    const named = await this.#list(query.base, `&head=${encodeURIComponent(`${this.#owner}:${head}`)}`, 1);
    const same = named.find((pull) => pull.head === head && this.#isOwn(pull));
    if (same !== undefined || (sameSkill.label ?? sameSkill.headPrefix) === undefined) return same ?? null;
    for (let page = 1; page <= MOST_PAGES; page++) {
      const pulls = await this.#list(query.base, '', page);
      const found = pulls.find((pull) => this.#isOwn(pull) && isForSkill(pull, sameSkill));
      if (found !== undefined || pulls.length < PAGE) return found ?? null;
    }
    return null;
  }

  /**
   * Opens a pull request, or brings the open one (see `findPullRequest`) up to date. Where a request to create one gets
   * no good answer, the list is looked through before anything else is done, so that none is made twice.
   *
   * @throws SkillgraftError `github-unauthorised`, `github-forbidden`, `github-not-found`, `github-refused`,
   *   `github-conflict`, `github-rate-limit`, `github-moved`, `github-failed`: what GitHub says
   * @throws SkillgraftError `github-timeout`, `github-unreachable`, `github-answer-broken`: what it does not say
   */
  async openPullRequest(request: PullRequestRequest): Promise<OpenedPullRequest> {
    const open = await this.findPullRequest(request);
    if (open !== null) return this.#update(open, request);
    const { pull, isNew } = await this.#create(request);
    if (!isNew) return this.#update(pull, request);
    return opened(pull, 'created', await this.#label(pull, request.labels ?? []));
  }

  async #create(request: PullRequestRequest): Promise<{ pull: PullRequest; isNew: boolean }> {
    const { title, body, head, base, draft = false } = request;
    const call: GitHubCall = {
      method: 'POST',
      path: this.#path('pulls'),
      body: { title, body, head, base, draft },
    };
    for (let retry = 0; ; retry++) {
      const result = await callOnce(this.#access, call);
      if ('data' in result) return { pull: this.#read(result.data), isNew: true };
      const { error, isLost, status, retryAfterMs } = result;
      if (isLost || status === 422) {
        const there = await this.findPullRequest({ head, base }).catch(() => null);
        if (there !== null) return { pull: there, isNew: isLost };
      }
      if (retryAfterMs === null || retry >= MOST_RETRIES || !(await pause(retryAfterMs))) throw error;
    }
  }

  async #update(open: PullRequest, request: PullRequestRequest): Promise<OpenedPullRequest> {
    const { title, body, labels = [] } = request;
    const isSame = open.title === title && open.body === body;
    if (!isSame) {
      const path = this.#path(`pulls/${open.number}`);
      await callSafely(this.#access, { method: 'PATCH', path, body: { title, body } });
    }
    const missing = labels.filter((label) => !open.labels.includes(label));
    return opened(open, isSame ? 'unchanged' : 'updated', await this.#label(open, missing));
  }

  /** Labels that are not there yet are made by GitHub. The pull request stands without them too. */
  async #label({ number }: PullRequest, labels: readonly string[]): Promise<SkillgraftError | null> {
    if (labels.length === 0) return null;
    const path = this.#path(`issues/${number}/labels`);
    try {
      await callSafely(this.#access, { method: 'POST', path, body: { labels } });
      return null;
    } catch (error) {
      if (error instanceof SkillgraftError) return error;
      throw error;
    }
  }

  async #list(base: string, filter: string, page: number): Promise<PullRequest[]> {
    const query = `state=open&base=${encodeURIComponent(base)}${filter}&per_page=${PAGE}&page=${page}`;
    const data = await callSafely(this.#access, { method: 'GET', path: `${this.#path('pulls')}?${query}` });
    if (!Array.isArray(data)) throw brokenAnswer(this.#access.scene);
    return data.map((pull) => this.#read(pull));
  }

  #read(data: unknown): PullRequest {
    const pull = readPull(data);
    if (pull === null) throw brokenAnswer(this.#access.scene);
    return pull;
  }

  #isOwn({ headRepository }: PullRequest): boolean {
    return headRepository.toLowerCase() === this.#repository.toLowerCase();
  }

  #path(rest: string): string {
    return `/repos/${this.#repository}/${rest}`;
  }
}

function isForSkill({ labels, head }: PullRequest, { label, headPrefix }: SameSkill): boolean {
  if (label !== undefined && labels.includes(label)) return true;
  return headPrefix !== undefined && head.startsWith(headPrefix);
}

function opened(
  { number, url, head }: PullRequest,
  outcome: OpenedPullRequest['outcome'],
  labelFailure: SkillgraftError | null,
): OpenedPullRequest {
  return { number, url, head, outcome, labelFailure };
}
