/** What pages of an allowed origin may read besides the body. */
const EXPOSED = 'Content-Range, ETag, Retry-After, WWW-Authenticate, MCP-Protocol-Version';

/** Lets the pages of one origin read an answer. */
export function shareAnswer(response: Response, origin: string | null): Response {
  if (origin === null) return response;
  response.headers.set('Access-Control-Allow-Origin', origin);
  response.headers.set('Access-Control-Expose-Headers', EXPOSED);
  response.headers.append('Vary', 'Origin');
  return response;
}

/** True for the question that a browser asks before a page's request. */
export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

/** The answer to that question; `origin` is one that is allowed. The header names asked for are given back. */
export function preflightAnswer(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers') ?? '';
  const headers = new Headers({
    'Access-Control-Allow-Methods': 'GET, HEAD, POST',
    'Access-Control-Max-Age': '600',
    Vary: 'Access-Control-Request-Headers',
  });
  if (/^[\w-]+(?:\s*,\s*[\w-]+)*$/.test(asked)) headers.set('Access-Control-Allow-Headers', asked);
  return new Response(null, { status: 204, headers });
}
