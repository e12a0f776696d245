/** What an HTTP server answered. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Why there is no whole answer: none in time, none at all or one cut short, or one that is too large. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly kind: 'timeout' | 'network' | 'too-large';

  constructor(kind: HttpFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** One HTTP request. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Milliseconds until the answer has to be there as a whole. */
  readonly timeoutMs: number;
  /** Bytes that the answer may have. */
  readonly limit: number;
}

/**
 * Makes one request and reads the whole answer, whatever its status. Redirects are not followed.
 *
 * @throws HttpFailure
 */
export async function httpRequest(request: HttpRequest): Promise<HttpAnswer> {
  const { method, url, headers, body, timeoutMs, limit } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal });
    return { status: response.status, headers: response.headers, body: await readWhole(response, limit) };
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    if (signal.aborted) throw new HttpFailure('timeout', `no answer within ${timeoutMs / 1000} seconds`);
    throw new HttpFailure('network', 'the connection failed or was cut', { cause: error });
  }
}

async function readWhole(response: Response, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > limit) throw new HttpFailure('too-large', `an answer of more than ${limit} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
