/** What a probed process has in memory, after its garbage was collected and given back to the system. */
export type MemorySample = Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed' | 'external'>;

type Collect = (how?: object) => void;

/** An ordinary collection keeps the pages that it cleared, as many as the load of the moment takes. */
const LAST_RESORT = { type: 'major', execution: 'sync', flavor: 'last-resort' };

// Is loaded ahead of a program (`--import`), which is started with `--expose-gc` and a channel: answers each message.
process.on('message', () => {
  const { gc } = globalThis as { gc?: Collect };
  gc?.(LAST_RESORT);
  // That one leaves what was made while it worked.
  gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external } satisfies MemorySample);
});
process.channel?.unref();
