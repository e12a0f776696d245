import type { Command } from '../../runtime/cli/command.js';
import { runCli } from '../../runtime/cli/run.js';

/** What a command line did. */
export interface RunHere {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, as the command line does: many runs cost no start of Node each. */
export async function runHere(
  command: Command,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<RunHere> {
  const out = { stdout: '', stderr: '' };
  const writer = (name: keyof typeof out) => ({
    write: (text: string) => {
      out[name] += text;
    },
  });
  const { name, summary } = command;
  const status = await runCli([{ name, summary, load: async () => command }], [name, ...args], {
    env: options.env ?? {},
    workingFolder: () => options.cwd,
    stdout: writer('stdout'),
    stderr: writer('stderr'),
  });
  return { status, ...out };
}
