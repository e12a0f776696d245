import type { Readable } from 'node:stream';
import {
  type JSONRPCErrorResponse,
  ProtocolErrorCode,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';

const LINE_END = 0x0a;

/**
 * Answers the requests of a stream of lines that its reader drops since they are not as JSON-RPC wants them: whoever
 * waits for the answer would wait for ever. What has no id has no answer.
 */
export function answerRefused(input: Readable, send: (answer: JSONRPCErrorResponse) => void): void {
  let pieces: Buffer[] = [];
  input.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      const line = Buffer.concat([...pieces, chunk.subarray(from, end)]).toString('utf8');
      pieces = [];
      from = end + 1;
      const answer = refusalOf(line);
      if (answer !== null) send(answer);
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  });
}

/** Null for what is taken, and for what is no request. */
function refusalOf(line: string): JSONRPCErrorResponse | null {
  const message = parsed(line);
  const { id, method } = Object(message);
  const isAnswerable = typeof id === 'string' || Number.isSafeInteger(id);
  if (!isAnswerable || method === undefined || isTaken(message)) return null;
  const error = {
    code: ProtocolErrorCode.InvalidRequest,
    message:
      'A request is {"jsonrpc": "2.0", "id", "method"}, the method a text, with params that are an object.',
  };
  return { jsonrpc: '2.0', id, error };
}

function isTaken(message: unknown): boolean {
  try {
    parseJSONRPCMessage(message);
    return true;
  } catch {
    return false;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
