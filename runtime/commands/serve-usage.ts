import { join } from 'node:path';
import type { CommandContext } from '../cli/command.js';
import { stateFolder, type UserPlace } from '../files/user-folders.js';
import { SkillIndex } from '../skill-index.js';
import type { SkillLibrary } from '../skill-library.js';
import type { QueryForm } from '../usage/query-form.js';
import type { Recorder } from '../usage/recorder.js';
import { usageSettings } from '../usage/usage-settings.js';

/** Events of each kind that a server takes in a minute, so that no caller fills the disk. */
const PER_MINUTE = 1_000;

const KEPT: { readonly [Form in QueryForm]: string } = {
  on: 'with the words of queries',
  hashed: 'with queries as salted hashes',
  off: 'without queries',
};

/**
 * The recorder of a server by the settings; null where they turn it off. What is noted, where, and how to turn it off is
 * said first.
 */
export async function serverRecorder(
  context: Pick<CommandContext, 'config' | 'env'>,
  library: SkillLibrary,
  say: (level: 'info' | 'warn', message: string) => void,
): Promise<Recorder | null> {
  const { env } = context;
  const settings = usageSettings(context.config(), env);
  if (!settings.isOn) return null;
  const folder = await folderOf(library, { env });
  say(
    'info',
    `Notes in ${folder} which skills are read and whether they helped, ${KEPT[settings.queries]}. ` +
      'Nothing leaves this machine. SKILLGRAFT_USAGE=off turns it off.',
  );
  const { Recorder } = await import('../usage/recorder.js');
  const { queries } = settings;
  return new Recorder({
    queries,
    perMinute: PER_MINUTE,
    user: { env },
    onProblem: (message) => say('warn', message),
  });
}

/** Several indexes have a folder each, below the one that is named. */
async function folderOf(library: SkillLibrary, user: UserPlace): Promise<string> {
  if (!(library instanceof SkillIndex)) return join(stateFolder(user), 'usage');
  const { eventsFolder } = await import('../usage/usage-folder.js');
  return eventsFolder(library, { user });
}
