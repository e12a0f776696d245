import type { CommandContext } from '../../runtime/cli/command.js';
import { createProgress } from '../../runtime/cli/progress.js';
import type { BuildOptions } from '../options.js';

/** Runs work whose stages are shown on a terminal; the line is gone before anything else is printed, errors too. */
export async function withProgress<Result>(
  context: CommandContext,
  work: (onProgress: NonNullable<BuildOptions['onProgress']>) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(context);
  try {
    return await work(({ stage, done, total }) => progress.update(`${stage} ${done} of ${total}`));
  } finally {
    progress.done();
  }
}
