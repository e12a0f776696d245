import { CONFIG_FILE, parseConfigFile } from '../config/parse-file.js';
import type { SettingFlags } from '../config/settings.js';
import type { Repository } from '../git/repository.js';

/** The settings that a commit's own file gives; what is wrong in it counts as absent, since the build reports it. */
export async function commitSettings(repository: Repository, commit: string): Promise<SettingFlags> {
  const entries = await repository.tree(commit);
  const file = entries.find(({ path, mode }) => path === CONFIG_FILE && mode.startsWith('100'));
  if (file === undefined) return {};
  return parseConfigFile(new TextDecoder().decode(await repository.blob(file.oid)), CONFIG_FILE).values;
}
