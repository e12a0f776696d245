import type { CommandContext } from '../cli/command.js';
import { openIndex } from '../open-index.js';
import type { SkillIndex } from '../skill-index.js';

/** Opens the index that the settings name. `repo`: folder of the repository for older versions. */
export async function openConfigured(context: CommandContext, repo?: string): Promise<SkillIndex> {
  return openIndex(context.config().path('index'), repo === undefined ? {} : { repo });
}
