import type { CommandContext } from './command.js';
import { terminalLine } from './terminal-text.js';

/** One line on a terminal that says how far long work is. */
export interface Progress {
  update(text: string): void;
  /** Takes the line away. */
  done(): void;
}

const INTERVAL_MS = 80;

/** Shows progress on standard error where that is a terminal, and nothing otherwise. */
export function createProgress(context: Pick<CommandContext, 'stderr' | 'stderrIsTTY' | 'width'>): Progress {
  if (!context.stderrIsTTY) return { update: () => {}, done: () => {} };
  let shownAt = Number.NEGATIVE_INFINITY;
  let shown = false;
  return {
    update(text) {
      const now = performance.now();
      if (now - shownAt < INTERVAL_MS) return;
      shownAt = now;
      shown = true;
      const line = [...terminalLine(text)].slice(0, context.width - 1).join('');
      context.stderr.write(`\r\x1b[K${line}`);
    },
    done() {
      if (shown) context.stderr.write('\r\x1b[K');
      shown = false;
    },
  };
}
