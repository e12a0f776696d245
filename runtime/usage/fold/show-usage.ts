import { compareText } from '../../../schema/diagnostic.js';
import { readUsageFile, skillOfUsagePath } from '../../../schema/usage/records.js';
import type { Repository } from '../../git/repository.js';
import type { SkillIndex } from '../../skill-index.js';
import type { FoldedFolder } from './fold-folder.js';
import { skillFolders } from './skill-folders.js';
import type { UsageSums } from './usage-message.js';

/** What is known of a skill's use. */
export interface SkillUse {
  /** Folder of the skill. */
  readonly skill: string;
  /** True where neither the repository's main line nor the index has it. */
  readonly isRemoved: boolean;
  /** Of the events on this machine. */
  readonly local: UsageSums & { readonly last: string };
  /** Of the records in the repository; those that were proposed from here are among them. */
  readonly repository: UsageSums & { readonly last: string };
}

type Use = { -readonly [K in keyof SkillUse['local']]: SkillUse['local'][K] };

/**
 * The use of each skill, sorted by path; that of a folder that a skill had before is the skill's, as far as the index
 * knows it. `last` is empty where no day is known.
 */
export async function showUsage(
  folded: readonly FoldedFolder[],
  repository: Repository | null,
  commit: string | null,
  index: SkillIndex | null,
): Promise<SkillUse[]> {
  const uses = new Map<string, { local: Use; repository: Use }>();
  const entries = repository === null || commit === null ? [] : await repository.tree(commit);
  const folderOf = skillFolders(entries, index);
  const of = (folder: string) => {
    const skill = folderOf(folder) ?? folder;
    const use = uses.get(skill) ?? { local: none(), repository: none() };
    uses.set(skill, use);
    return use;
  };
  for (const { fold } of folded)
    for (const [skill, versions] of fold.skills)
      for (const { queries } of versions.values())
        for (const tally of queries.values()) add(of(skill).local, tally);
  if (repository !== null && commit !== null) {
    const files = entries.filter(
      ({ path, mode }) => mode.startsWith('100') && skillOfUsagePath(path) !== null,
    );
    const blobs = await repository.blobs(files.map(({ oid }) => oid));
    for (const [i, { path }] of files.entries())
      for (const record of readUsageFile(blobs[i]!).records)
        add(of(skillOfUsagePath(path)!).repository, record);
  }
  const isKnown = entries.length > 0 || index !== null;
  const rows = [...uses].map(([skill, use]) => ({
    skill,
    isRemoved: isKnown && folderOf(skill) === null,
    ...use,
  }));
  return rows.sort((a, b) => compareText(a.skill, b.skill));
}

function none(): Use {
  return { successes: 0, failures: 0, loads: 0, last: '' };
}

function add(use: Use, { successes, failures, loads, last }: Use): void {
  use.successes += successes;
  use.failures += failures;
  use.loads += loads;
  if (last > use.last) use.last = last;
}
