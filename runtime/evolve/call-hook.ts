import { SkillgraftError } from '../../schema/errors.js';
import { excerpt } from '../../schema/text.js';

/** Milliseconds that a caller's function has. */
export const HOOK_TIME = { default: 120_000, min: 1, max: 3_600_000 } as const;

/**
 * Calls a caller's function, and waits for it for a time.
 *
 * @param name of the function, for messages
 * @throws SkillgraftError `hook-failed` with what it threw as the cause; `hook-timeout`
 */
export async function callHook<T>(
  name: string,
  timeoutMs: number,
  call: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(tooSlow(name, timeoutMs));
      ending.abort();
    }, timeoutMs);
  });
  const answer = (async () => call(ending.signal))().catch((error: unknown) => {
    throw failed(name, error);
  });
  // What it throws after the time is up is nobody's concern.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function failed(name: string, error: unknown): SkillgraftError {
  const message = error instanceof Error ? error.message : String(error);
  return new SkillgraftError(
    'hook-failed',
    `The function ${name} failed: ${excerpt(message, 300)}`,
    `Mend ${name}; nothing was proposed.`,
    { cause: error },
  );
}

function tooSlow(name: string, timeoutMs: number): SkillgraftError {
  return new SkillgraftError(
    'hook-timeout',
    `The function ${name} gave no answer within ${timeoutMs} ms.`,
    'Give it more time with timeoutMs, or have it end when its signal does; nothing was proposed.',
  );
}
