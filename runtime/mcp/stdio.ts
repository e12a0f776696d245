import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { LiveIndex } from '../reload.js';
import { createMcpServer } from './server.js';

export interface StdioOptions {
  readonly version: string;
  readonly currentRepo: string | null;
  /** Hears what goes wrong outside of a request; standard output belongs to the protocol. */
  readonly log: (message: string) => void;
}

/** Serves one client over standard input and output until it closes them. */
export async function serveOverStdio(live: LiveIndex, options: StdioOptions): Promise<void> {
  const index = await live.current();
  const context = { index: () => live.current(), currentRepo: options.currentRepo };
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  const handle = serveStdio(() => createMcpServer(index, options.version, context), {
    onerror: (error) => options.log(error.message),
  });
  await closed;
  await handle.close();
}
