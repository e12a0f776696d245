import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeComments } from './fake-comments.js';
import { FakeReleases } from './fake-releases.js';
import { git } from './git-repo.js';
import { ANY_FAILURE, disagreement, operationOf, sample, unknownKey } from './github-schema.js';

/** A pull request as the server keeps it. */
export interface FakePull {
  readonly number: number;
  readonly head: string;
  readonly base: string;
  /** Repository of the head: a fork's where it is not the server's own. */
  readonly headRepository: string;
  /** Absent: whatever the description's sample says. */
  readonly headSha?: string;
  readonly baseSha?: string;
  title: string;
  body: string;
  state: 'open' | 'closed';
  readonly draft: boolean;
  labels: string[];
}

export interface GitHubRequest {
  readonly method: string;
  /** Without the API's own path; with the query. */
  readonly path: string;
  readonly body: Record<string, unknown> | null;
  /** What was uploaded. */
  readonly file?: Buffer;
}

/**
 * What goes wrong with a request: another answer; the connection is cut before or after it was carried out; half an
 * answer; the answer, or the deed itself, comes late.
 */
export type GitHubFault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | { readonly answerAfterMs: number }
  | { readonly deedAfterMs: number }
  | 'cut'
  | 'cut-after'
  | 'truncate'
  | 'half-json';

/**
 * GitHub's pull requests and releases over one bare repository, on 127.0.0.1. Each request and each answer is held to GitHub's own
 * description of its API; what disagrees is kept in `violations`.
 */
export class FakeGitHub {
  readonly requests: GitHubRequest[] = [];
  readonly violations: string[] = [];
  readonly pulls: FakePull[] = [];
  readonly releases: FakeReleases;
  readonly comments = new FakeComments();
  fault: (request: GitHubRequest) => GitHubFault | null = () => null;
  /** False: the token may not see the repository, for which GitHub says 404. */
  mayRead = true;
  mayWrite = true;
  mayLabel = true;
  hasDrafts = true;
  readonly #gitDir: string;
  readonly #repository: string;
  readonly #token: string;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  constructor(gitDir: string, repository: string, token: string) {
    this.#gitDir = gitDir;
    this.#repository = repository;
    this.#token = token;
    this.releases = new FakeReleases(repository);
  }

  /** Starts to listen and gives the address of the API, as GitHub Enterprise has it. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/v3`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** A pull request that somebody else opened. */
  add(pull: Partial<FakePull> & { readonly head: string }): FakePull {
    const full: FakePull = {
      number: this.pulls.length + 1,
      base: 'main',
      headRepository: this.#repository,
      title: 'Title',
      body: '',
      state: 'open',
      draft: false,
      labels: [],
      ...pull,
    };
    this.pulls.push(full);
    return full;
  }

  open(): FakePull[] {
    return this.pulls.filter(({ state }) => state === 'open');
  }

  async #take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks);
    if (this.#download(incoming, response)) return;
    const path = (incoming.url ?? '').replace(/^\/api\/(?:v3|uploads)/, '');
    const isFile = incoming.headers['content-type'] === 'application/octet-stream';
    const body = sent.length === 0 || isFile ? null : JSON.parse(sent.toString('utf8'));
    const request = { method: incoming.method ?? '', path, body, ...(isFile ? { file: sent } : {}) };
    this.requests.push(request);
    const fault = this.fault(request);
    if (fault === 'cut') return void incoming.socket.destroy();
    if (fault !== null && typeof fault === 'object' && 'status' in fault) {
      const body = fault.body ?? { message: 'Fault', documentation_url: 'https://docs.github.com' };
      return void response
        .writeHead(fault.status, fault.headers)
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    }
    const [deed, answer] = [delayOf(fault, 'deedAfterMs'), delayOf(fault, 'answerAfterMs')];
    await new Promise((resolve) => setTimeout(resolve, deed));
    const { status, data } = this.#checked(request, incoming);
    await new Promise((resolve) => setTimeout(resolve, answer));
    if (fault === 'cut-after') return void incoming.socket.destroy();
    if (status === 204) return void response.writeHead(status).end();
    const json = JSON.stringify(data);
    const headers = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(json)}` };
    if (fault === 'half-json') return void response.writeHead(status).end(json.slice(0, json.length / 2));
    response.writeHead(status, headers);
    if (fault !== 'truncate') return void response.end(json);
    response.write(json.slice(0, json.length / 2), () => response.socket?.destroy());
  }

  /** Files are stored elsewhere: the API sends there, and the storage wants no token. */
  #download({ method, url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
    const id = /\/releases\/assets\/(\d+)$/.exec(url)?.[1];
    const stored = /^\/stored\/(\d+)$/.exec(url)?.[1];
    if (method !== 'GET' || (id ?? stored) === undefined) return false;
    if (stored !== undefined) {
      if (headers.authorization !== undefined) this.violations.push('the token went to the storage');
      response.writeHead(200).end(this.releases.bytesOf(Number(stored)));
    } else if (headers.accept === 'application/octet-stream') {
      response.writeHead(302, { location: `http://${headers.host}/stored/${id}` }).end();
    } else return false;
    return true;
  }

  /** Carries a request out, and holds both sides of it to the description. */
  #checked(request: GitHubRequest, { headers }: IncomingMessage): Answer {
    const url = new URL(request.path, 'http://localhost');
    const note = (what: string | null) => {
      if (what !== null) this.violations.push(`${request.method} ${request.path}: ${what}`);
    };
    if (headers['user-agent'] === undefined) note('no User-Agent');
    if (headers.accept !== 'application/vnd.github+json') note(`Accept: ${headers.accept}`);
    const known = operationOf(request.method, url.pathname);
    if (known === null) {
      note('no such operation');
      return failure(404, 'Not Found');
    }
    const { operation, parameters } = known;
    for (const [key, value] of url.searchParams) {
      const schema = operation.query[key];
      const typed = schema?.type === 'integer' ? Number(value) : value;
      note(schema === undefined ? `no parameter ${key}` : disagreement(schema, typed));
    }
    if (operation.body !== null)
      note(disagreement(operation.body, request.body) ?? unknownKey(operation.body, request.body));
    const answer =
      headers.authorization === `Bearer ${this.#token}`
        ? this.#carryOut(request, url, parameters, `http://${headers.host}`)
        : failure(401, 'Bad credentials');
    if (answer.status in operation.responses && operation.responses[answer.status] === null) return answer;
    const schema = operation.responses[answer.status] ?? ANY_FAILURE;
    const wrong = disagreement(schema, answer.data);
    if (wrong !== null) note(`the answer ${answer.status}: ${wrong}`);
    return answer;
  }

  #carryOut(
    { method, body, file = Buffer.alloc(0) }: GitHubRequest,
    url: URL,
    [owner, repo, number]: readonly string[],
    origin: string,
  ): Answer {
    const isHere = `${owner}/${repo}`.toLowerCase() === this.#repository.toLowerCase();
    if (!this.mayRead || !isHere) return failure(404, 'Not Found');
    if (url.pathname.split('/')[4] === 'releases') {
      if (method !== 'GET' && !this.mayWrite) return failure(403, 'Resource not accessible by integration');
      return this.releases.carryOut(method, url, body ?? {}, file, origin);
    }
    if (url.pathname.includes('/comments')) {
      if (method !== 'GET' && !this.mayWrite) return failure(403, 'Resource not accessible by integration');
      return this.comments.carryOut(method, url, body ?? {});
    }
    if (method === 'GET')
      return { status: 200, data: this.#list(url.searchParams).map((pull) => this.#shown(pull)) };
    if (!this.mayWrite) return failure(403, 'Resource not accessible by personal access token');
    const given = body ?? {};
    if (number === undefined) return this.#create(given);
    const pull = this.pulls.find((one) => `${one.number}` === number);
    if (pull === undefined) return failure(404, 'Not Found');
    if (url.pathname.endsWith('/labels')) {
      if (!this.mayLabel) return failure(403, 'Must have push access');
      pull.labels = [...new Set([...pull.labels, ...(given.labels as string[])])];
      return { status: 200, data: pull.labels.map(labelOf) };
    }
    for (const key of ['title', 'body', 'state'] as const) {
      if (typeof given[key] === 'string') Object.assign(pull, { [key]: given[key] });
    }
    return { status: 200, data: this.#shown(pull) };
  }

  /** The latest first; a head without an owner is no filter. */
  #list(query: URLSearchParams): FakePull[] {
    const head = query.get('head');
    const [owner = '', branch] = (head ?? '').split(':');
    const found = this.pulls.filter((pull) => {
      const isOwner = pull.headRepository.toLowerCase().startsWith(`${owner.toLowerCase()}/`);
      const isHead = isOwner && pull.head === branch;
      if (head?.includes(':') && !isHead) return false;
      if (query.has('base') && query.get('base') !== pull.base) return false;
      return (query.get('state') ?? 'open') === 'all' || pull.state === (query.get('state') ?? 'open');
    });
    const size = Math.min(Number(query.get('per_page') ?? 30), 100);
    const from = (Number(query.get('page') ?? 1) - 1) * size;
    return found.reverse().slice(from, from + size);
  }

  #create({ title, head, base, body = '', draft = false }: Record<string, unknown>): Answer {
    const [owner] = this.#repository.split('/');
    if (!this.#has(`${head}`)) return invalid([{ resource: 'PullRequest', field: 'head', code: 'invalid' }]);
    if (!this.#has(`${base}`)) return invalid([{ resource: 'PullRequest', field: 'base', code: 'invalid' }]);
    const custom = (message: string) => invalid([{ resource: 'PullRequest', code: 'custom', message }]);
    if (typeof title !== 'string' || title === '' || title.length > 256) {
      return invalid([{ resource: 'PullRequest', field: 'title', code: 'missing_field' }]);
    }
    if (`${body}`.length > 65_536) return custom('body is too long (maximum is 65536 characters)');
    if (draft === true && !this.hasDrafts)
      return custom('Draft pull requests are not supported in this repository.');
    const range = `refs/heads/${base}..refs/heads/${head}`;
    if (git(this.#gitDir, ['rev-list', '--count', range]).trim() === '0')
      return custom(`No commits between ${base} and ${head}`);
    if (
      this.open().some(
        (pull) => pull.head === head && pull.base === base && pull.headRepository === this.#repository,
      )
    ) {
      return custom(`A pull request already exists for ${owner}:${head}.`);
    }
    const pull = this.add({
      title,
      head: `${head}`,
      base: `${base}`,
      body: `${body}`,
      draft: draft === true,
    });
    return { status: 201, data: this.#shown(pull) };
  }

  #has(branch: string): boolean {
    return git(this.#gitDir, ['for-each-ref', `refs/heads/${branch}`]) !== '';
  }

  #shown(pull: FakePull): unknown {
    const whole = sample({ $ref: '#/components/schemas/pull-request' }) as Record<string, object>;
    const repository = sample({ $ref: '#/components/schemas/repository' }) as object;
    return {
      ...(sample({ $ref: '#/components/schemas/pull-request-simple' }) as object),
      ...whole,
      number: pull.number,
      html_url: `https://github.example.invalid/${this.#repository}/pull/${pull.number}`,
      state: pull.state,
      title: pull.title,
      body: pull.body,
      draft: pull.draft,
      labels: pull.labels.map(labelOf),
      head: {
        ...whole.head,
        ref: pull.head,
        ...(pull.headSha === undefined ? {} : { sha: pull.headSha }),
        repo: { ...repository, full_name: pull.headRepository },
      },
      base: {
        ...whole.base,
        ref: pull.base,
        ...(pull.baseSha === undefined ? {} : { sha: pull.baseSha }),
        repo: { ...repository, full_name: this.#repository },
      },
    };
  }
}

interface Answer {
  readonly status: number;
  readonly data: unknown;
}

function labelOf(name: string): object {
  const label = sample({ $ref: '#/components/schemas/label' }) as object;
  return {
    ...label,
    id: 1,
    node_id: 'x',
    url: 'https://x.invalid',
    name,
    description: '',
    color: 'ededed',
    default: false,
  };
}

function failure(status: number, message: string): Answer {
  return {
    status,
    data: { message, documentation_url: 'https://docs.github.com/rest', status: `${status}` },
  };
}

function invalid(errors: readonly object[]): Answer {
  const { data } = failure(422, 'Validation Failed');
  return { status: 422, data: { ...(data as object), errors } };
}

function delayOf(fault: GitHubFault | null, key: 'answerAfterMs' | 'deedAfterMs'): number {
  return fault !== null && typeof fault === 'object' && key in fault
    ? (fault as Record<string, number>)[key]!
    : 0;
}
