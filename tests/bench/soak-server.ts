import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../runtime/package-info.js';
import type { MemorySample } from './memory-probe.js';

/** `skillgraft serve --http` as users start it, with a probe of its memory. */
export interface SoakServer {
  readonly url: string;
  /** Lines of its log by event; what is no JSON counts as `stderr`. */
  readonly events: ReadonlyMap<string, number>;
  memory(): Promise<MemorySample>;
  /** Asks it to end and gives its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a server and waits until it listens. */
export async function startSoakServer(index: string): Promise<SoakServer> {
  const probe = new URL('memory-probe.js', import.meta.url).href;
  const cli = fileURLToPath(new URL('lib/cli.js', packageRoot()));
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      probe,
      cli,
      'serve',
      '--http',
      '--port',
      '0',
      '--read-only',
      '--index',
      index,
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Its notes would go among those of whoever runs this.
      env: { ...process.env, SKILLGRAFT_USAGE: 'off' },
    },
  );
  const events = new Map<string, number>();
  const url = await listening(child, events);
  return {
    url,
    events,
    async memory() {
      child.send('memory');
      const [sample] = (await once(child, 'message')) as [MemorySample];
      return sample;
    },
    async stop() {
      const closed = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      return (await closed)[0];
    },
  };
}

/** Counts what is logged, and gives the address that it begins with. */
function listening(child: ChildProcess, events: Map<string, number>): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    createInterface({ input: child.stderr! }).on('line', (line) => {
      const { event = 'stderr', url } = line.startsWith('{') ? JSON.parse(line) : {};
      if (event !== 'start') console.error(line.slice(0, 300));
      events.set(event, (events.get(event) ?? 0) + 1);
      if (event === 'start') resolve(String(url).replace(/\/mcp$/, ''));
    });
  });
}
