import { isJsonContentType, type McpHttpHandler } from '@modelcontextprotocol/server';
import { MCP_PATH, type Refusal, refuse, wrongMethod } from './answers.js';
import type { ReadBody } from './request-body.js';
import type { RequestTrace } from './trace.js';

/** Bytes that a message may have. */
export const LARGEST_BODY = 4 * 1024 * 1024;

/**
 * Answers one POST of MCP, of either era of the protocol. What is no single JSON-RPC message is refused here, alike for
 * both.
 */
export async function answerMcp(
  mcp: McpHttpHandler,
  request: Request,
  readBody: ReadBody,
  trace: RequestTrace,
): Promise<Response> {
  if (request.method !== 'POST') return wrongMethod(MCP_PATH, request.method, 'POST');
  if (!isJsonContentType(request.headers.get('content-type'))) return refuse(MCP_PATH, NOT_JSON_TYPE);
  const bytes = await readBody(LARGEST_BODY);
  if (bytes === null) return refuse(MCP_PATH, TOO_LARGE);
  const message = parse(bytes);
  if (message === undefined) return refuse(MCP_PATH, BAD_JSON);
  if (Array.isArray(message)) return refuse(MCP_PATH, BATCH);
  noteMessage(message, trace);
  const response = await mcp.fetch(request, { parsedBody: message });
  response.headers.set('X-Content-Type-Options', 'nosniff');
  return response;
}

const NOT_JSON_TYPE: Refusal = {
  status: 415,
  code: 'not-json',
  message: 'The body has to be JSON.',
  hint: 'Send Content-Type: application/json.',
};
const TOO_LARGE: Refusal = {
  status: 413,
  code: 'too-large',
  message: `The body has more than ${LARGEST_BODY} bytes.`,
};
const BAD_JSON: Refusal = { status: 400, code: 'bad-json', message: 'The body is not JSON.' };
const BATCH: Refusal = {
  status: 400,
  code: 'batch-refused',
  message: 'A batch of messages is not taken.',
  hint: 'Send each message in a request of its own.',
};

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Takes from a message what a log may show of it. */
function noteMessage(message: unknown, trace: RequestTrace): void {
  const { method, params } = Object(message);
  if (typeof method === 'string') trace.rpc = method.slice(0, 100);
  if (method !== 'tools/call') return;
  const { name, arguments: given } = Object(params);
  if (typeof name === 'string') trace.tool = name.slice(0, 100);
  const { query } = Object(given);
  if (typeof query === 'string') trace.query = query;
}
