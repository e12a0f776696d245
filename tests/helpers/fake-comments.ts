import { sample } from './github-schema.js';

/** A comment on a pull request as the server keeps it. */
export interface FakeComment {
  readonly id: number;
  readonly issue: number;
  /** Who wrote it, by login. */
  readonly author: string;
  body: string;
}

interface Answer {
  readonly status: number;
  readonly data: unknown;
}

const BOT = 'github-actions[bot]';
const NOT_FOUND: Answer = {
  status: 404,
  data: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
};

/** The comments on the issues and pull requests of one repository; the token's own user is a workflow. */
export class FakeComments {
  readonly comments: FakeComment[] = [];

  /** A comment that somebody wrote. */
  add(issue: number, author: string, body: string): FakeComment {
    const comment = { id: this.comments.length + 1, issue, author, body };
    this.comments.push(comment);
    return comment;
  }

  of(issue: number): FakeComment[] {
    return this.comments.filter((comment) => comment.issue === issue);
  }

  /** Below `/repos/OWNER/NAME/issues`: `NUMBER/comments`, or `comments/ID`. */
  carryOut(method: string, url: URL, body: Readonly<Record<string, unknown>>): Answer {
    const [issue, id] = url.pathname.split('/').slice(5) as [string, string];
    if (method === 'PATCH') {
      const comment = this.comments.find((one) => `${one.id}` === id);
      if (comment === undefined) return NOT_FOUND;
      if (comment.author !== BOT) return { ...NOT_FOUND, status: 403 };
      comment.body = `${body.body}`;
      return { status: 200, data: shown(comment) };
    }
    if (method === 'POST') return { status: 201, data: shown(this.add(Number(issue), BOT, `${body.body}`)) };
    const size = Math.min(Number(url.searchParams.get('per_page') ?? 30), 100);
    const from = (Number(url.searchParams.get('page') ?? 1) - 1) * size;
    return {
      status: 200,
      data: this.of(Number(issue))
        .slice(from, from + size)
        .map(shown),
    };
  }
}

function shown({ id, author, body }: FakeComment): unknown {
  const user = sample({ $ref: '#/components/schemas/simple-user' }) as object;
  return {
    ...(sample({ $ref: '#/components/schemas/issue-comment' }) as object),
    id,
    body,
    user: { ...user, login: author },
  };
}
