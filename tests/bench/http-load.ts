import { Agent, request } from 'node:http';

/** One tool call, of either era of the protocol. */
export interface ToolCall {
  readonly name: string;
  readonly args: object;
  readonly era: 'modern' | 'legacy';
}

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Sends calls over so many connections, each one after the other, and gives the milliseconds that a call took of all. */
export async function loadServer(
  url: string,
  calls: readonly ToolCall[],
  connections: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    for (let i = next++; i < calls.length; i = next++) await send(agent, url, calls[i]!);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const taken = performance.now() - started;
  agent.destroy();
  return taken / calls.length;
}

async function send(agent: Agent, url: string, { name, args, era }: ToolCall): Promise<void> {
  const params = { name, arguments: args, ...(era === 'modern' ? { _meta: META } : {}) };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Accept: 'application/json, text/event-stream',
    ...(era === 'modern'
      ? { 'MCP-Protocol-Version': VERSION, 'Mcp-Method': 'tools/call', 'Mcp-Name': name }
      : {}),
  };
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(`${url}/mcp`, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => {
        const isRight =
          answer.statusCode === 200 && text.includes('"content"') && !text.includes('"isError"');
        if (isRight) resolve();
        else reject(new Error(`${answer.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
