import type { LibraryChange, LiveLibrary } from './skill-library.js';

/** Milliseconds between two looks while somebody listens; each use looks, too. */
const LOOK_EVERY = 1_000;

/** Those who listen to a library. */
export interface Listeners {
  tell(change: LibraryChange): void;
  readonly subscribe: LiveLibrary['subscribe'];
}

/** Keeps listeners; while there are any, `look` is called now and then. */
export function listenersOf(look: () => Promise<unknown>): Listeners {
  const listeners = new Set<(change: LibraryChange) => void>();
  let timer: NodeJS.Timeout | undefined;
  return {
    tell: (change) => {
      for (const listener of listeners) listener(change);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      // What cannot be loaded is told elsewhere; a look never ends the process, nor keeps it alive.
      timer ??= setInterval(() => void look().catch(() => undefined), LOOK_EVERY).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
