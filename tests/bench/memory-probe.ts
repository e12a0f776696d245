/** What a probed process has in memory, after its garbage was collected. */
export type MemorySample = Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed' | 'external'>;

// Is loaded ahead of a program (`--import`), which is started with `--expose-gc` and a channel: answers each message.
process.on('message', () => {
  (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external } satisfies MemorySample);
});
process.channel?.unref();
