/** What is needed of a pull request. */
export interface PullRequest {
  readonly number: number;
  /** Its page. */
  readonly url: string;
  readonly title: string;
  readonly body: string;
  /** Name of its branch, without `refs/heads/`. */
  readonly head: string;
  /** `owner/repo` of its branch; empty where that repository is gone. */
  readonly headRepository: string;
  readonly base: string;
  readonly labels: readonly string[];
}

/** Reads one pull request out of GitHub's answer; null where it is none. */
export function readPull(data: unknown): PullRequest | null {
  const pull = record(data);
  const [head, base] = [record(pull.head), record(pull.base)];
  const { number, html_url: url, title, body, labels } = pull;
  if (!Number.isSafeInteger(number) || typeof title !== 'string') return null;
  if (typeof head.ref !== 'string' || typeof base.ref !== 'string') return null;
  if (typeof url !== 'string' || !/^https?:\/\/[!-~]+$/.test(url)) return null;
  return {
    number: number as number,
    url,
    title,
    body: typeof body === 'string' ? body.replaceAll('\r\n', '\n') : '',
    head: head.ref,
    headRepository: text(record(head.repo).full_name),
    base: base.ref,
    labels: Array.isArray(labels) ? labels.map((label) => text(record(label).name)) : [],
  };
}

function record(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
