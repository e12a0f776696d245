import { brokenAnswer } from '../../../runtime/propose/sinks/github-failures.js';
import {
  callOnce,
  callSafely,
  type GitHubAccess,
  type GitHubCall,
} from '../../../runtime/propose/sinks/github-request.js';
import type { GitHubTarget } from '../../../runtime/propose/sinks/github-target.js';
import { HttpFailure, httpRequest } from '../../../runtime/propose/sinks/http-request.js';
import { redactor } from '../../../runtime/propose/sinks/redact.js';
import { SkillgraftError } from '../../../schema/errors.js';
import { type Release, type ReleaseAsset, readAsset, readRelease } from './release-data.js';

export interface ReleasesOptions extends GitHubTarget {
  /** Needs the right to write contents. Goes into the Authorization header and nowhere else. */
  readonly token: string;
  /** For one request, in milliseconds (300,000). */
  readonly timeoutMs?: number;
  /** Milliseconds before reading is tried again (500). */
  readonly retryDelayMs?: number;
}

const [TIMEOUT_MS, RETRY_DELAY_MS] = [300_000, 500];
const PAGE = 100;
/** Pages of releases that are looked through. */
const MOST_PAGES = 5;
const LARGEST_ASSET = 2 * 1024 * 1024 * 1024;
const KEPT = 'What was published before is unchanged; publish again to go on from there.';

/** What a release is to be. */
export interface ReleaseRequest {
  readonly tag: string;
  /** Commit that the tag is made at. */
  readonly commit: string;
  readonly title: string;
  readonly body: string;
}

/** The calls of GitHub's REST API for releases and their files. All throw SkillgraftError `github-…`. */
export class ReleasesClient {
  readonly #access: GitHubAccess;
  readonly #repository: string;

  constructor({ apiUrl, owner, repo, token, ...times }: ReleasesOptions) {
    const { timeoutMs = TIMEOUT_MS, retryDelayMs = RETRY_DELAY_MS } = times;
    this.#repository = `${owner}/${repo}`;
    const where = `${this.#repository} at ${apiUrl}`;
    this.#access = {
      apiUrl,
      token,
      timeoutMs,
      retryDelayMs,
      scene: { where, redact: redactor([token]), kept: KEPT },
    };
  }

  /** Releases and drafts, the latest first. */
  async list(): Promise<Release[]> {
    const releases: Release[] = [];
    for (let page = 1; page <= MOST_PAGES; page++) {
      const data = await this.#call('GET', `releases?per_page=${PAGE}&page=${page}`);
      if (!Array.isArray(data)) throw brokenAnswer(this.#access.scene);
      releases.push(...data.map((one) => this.#release(one)));
      if (data.length < PAGE) break;
    }
    return releases;
  }

  /** Tag of the release that `latest` means; null where there is none. */
  async latestTag(): Promise<string | null> {
    try {
      return this.#release(await this.#call('GET', 'releases/latest')).tag;
    } catch (error) {
      if (error instanceof SkillgraftError && error.code === 'github-not-found') return null;
      throw error;
    }
  }

  /** Makes a draft, which nobody sees. */
  async draft({ tag, commit, title, body }: ReleaseRequest): Promise<Release> {
    const request = {
      tag_name: tag,
      target_commitish: commit,
      name: title,
      body,
      draft: true,
      make_latest: 'false',
    };
    const result = await callOnce(this.#access, this.#request('POST', 'releases', request));
    if ('data' in result) return this.#release(result.data);
    // One that was made although its answer got lost must not be made twice.
    const made = result.isLost
      ? (await this.list()).find((one) => one.tag === tag && one.isDraft)
      : undefined;
    if (made === undefined) throw result.error;
    return made;
  }

  async upload(release: Release, name: string, bytes: Uint8Array): Promise<ReleaseAsset> {
    const apiUrl = this.#uploadsAt(release.uploadUrl);
    const call: GitHubCall = { method: 'POST', path: `?name=${encodeURIComponent(name)}`, file: bytes };
    const asset = readAsset(await callSafely({ ...this.#access, apiUrl }, call));
    if (asset === null) throw brokenAnswer(this.#access.scene);
    return asset;
  }

  async removeAsset(asset: ReleaseAsset): Promise<void> {
    await this.#call('DELETE', `releases/assets/${asset.id}`);
  }

  /** Shows a draft to everybody; what `latest` means stays. */
  async publish(release: Release): Promise<Release> {
    const body = { draft: false, make_latest: 'false' };
    return this.#release(await this.#call('PATCH', `releases/${release.id}`, body));
  }

  /** Makes `latest` mean a release. */
  async makeLatest(release: Release): Promise<void> {
    await this.#call('PATCH', `releases/${release.id}`, { make_latest: 'true' });
  }

  /** Bytes of a file as they are stored. The token stays with the API: the storage has addresses of its own. */
  async download(asset: ReleaseAsset): Promise<Uint8Array> {
    const { apiUrl, token, timeoutMs, scene } = this.#access;
    const url = `${apiUrl}/repos/${this.#repository}/releases/assets/${asset.id}`;
    const headers = { Accept: 'application/octet-stream', 'User-Agent': 'skillgraft' };
    const get = (from: string, more: Record<string, string>) =>
      httpRequest({
        method: 'GET',
        url: from,
        headers: { ...headers, ...more },
        timeoutMs,
        limit: LARGEST_ASSET,
      });
    try {
      const answer = await get(url, { Authorization: `Bearer ${token}` });
      const location = answer.headers.get('location');
      const stored = answer.status === 302 && location !== null ? await get(location, {}) : answer;
      if (stored.status === 200) return stored.body;
      throw brokenAnswer(scene);
    } catch (error) {
      throw error instanceof HttpFailure ? brokenAnswer(scene, error) : error;
    }
  }

  /** Files go to the API's own host, or to the one that stands beside it: no answer leads the token elsewhere. */
  #uploadsAt(template: string): string {
    const address = template.replace(/\{.*\}$/, '');
    const api = new URL(this.#access.apiUrl);
    const url = URL.canParse(address) ? new URL(address) : null;
    const isOwn = url?.origin === api.origin || url?.host === api.host.replace(/^api\./, 'uploads.');
    if (url !== null && url.protocol === api.protocol && isOwn) return url.origin + url.pathname;
    throw brokenAnswer(this.#access.scene, new Error('files would go to another host'));
  }

  #release(data: unknown): Release {
    const release = readRelease(data);
    if (release === null) throw brokenAnswer(this.#access.scene);
    return release;
  }

  #call(method: GitHubCall['method'], path: string, body?: object): Promise<unknown> {
    return callSafely(this.#access, this.#request(method, path, body));
  }

  #request(method: GitHubCall['method'], path: string, body?: object): GitHubCall {
    const full = `/repos/${this.#repository}/${path}`;
    return { method, path: full, ...(body === undefined ? {} : { body }) };
  }
}
