/** What is wrong with a request, in words and as a code. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** What to do instead. */
  readonly hint?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Path of the MCP endpoint. */
export const MCP_PATH = '/mcp';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** A server error of JSON-RPC that the protocol gives no meaning. */
const SERVER_ERROR = -32000;

const RPC_CODES: Readonly<Record<string, number>> = {
  'bad-json': PARSE_ERROR,
  'batch-refused': INVALID_REQUEST,
};

/** A refusal as an answer: a JSON-RPC error where MCP is spoken, plain JSON elsewhere. */
export function refuse(path: string, refusal: Refusal): Response {
  const { status, code, message, hint, headers } = refusal;
  const said = hint === undefined ? message : `${message} ${hint}`;
  const body =
    path === MCP_PATH
      ? { jsonrpc: '2.0', error: { code: RPC_CODES[code] ?? SERVER_ERROR, message: said }, id: null }
      : { error: { code, message, ...(hint === undefined ? {} : { hint }) } };
  return jsonAnswer(body, status, headers);
}

/** JSON that nobody keeps. */
export function jsonAnswer(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const common = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return new Response(`${JSON.stringify(body)}\n`, { status, headers: { ...common, ...headers } });
}

/** The method is none that the path has. */
export function wrongMethod(path: string, method: string, allowed: string): Response {
  return refuse(path, {
    status: 405,
    code: 'method-not-allowed',
    message: `${path} does not take ${method.slice(0, 20)}.`,
    hint: `It takes ${allowed}.`,
    headers: { Allow: allowed },
  });
}
