import { compareText } from '../../../schema/diagnostic.js';
import { decodeUtf8 } from '../../../schema/text.js';
import { parseUsage, skillOfUsagePath, USAGE_FOLDER } from '../../../schema/usage/records.js';
import type { Repository } from '../../git/repository.js';
import type { FoldedFolder } from './fold-folder.js';
import type { UsageSums } from './usage-message.js';

/** What is known of a skill's use. */
export interface SkillUse {
  /** Folder of the skill. */
  readonly skill: string;
  /** Of the events on this machine. */
  readonly local: UsageSums & { readonly last: string };
  /** Of the records in the repository; those that were proposed from here are among them. */
  readonly repository: UsageSums & { readonly last: string };
}

type Use = { -readonly [K in keyof SkillUse['local']]: SkillUse['local'][K] };

/** The use of each skill, sorted by path. `last` is empty where no day is known. */
export async function showUsage(
  folded: readonly FoldedFolder[],
  repository: Repository | null,
  commit: string | null,
): Promise<SkillUse[]> {
  const uses = new Map<string, { local: Use; repository: Use }>();
  const of = (skill: string) => {
    const use = uses.get(skill) ?? { local: none(), repository: none() };
    uses.set(skill, use);
    return use;
  };
  for (const { fold } of folded)
    for (const [skill, versions] of fold.skills)
      for (const { queries } of versions.values())
        for (const tally of queries.values()) add(of(skill).local, tally);
  if (repository !== null && commit !== null) {
    const entries = await repository.tree(commit, USAGE_FOLDER);
    const files = entries.filter(
      ({ path, mode }) => mode.startsWith('100') && skillOfUsagePath(path) !== null,
    );
    const blobs = await repository.blobs(files.map(({ oid }) => oid));
    for (const [i, { path }] of files.entries())
      for (const record of parseUsage(decodeUtf8(blobs[i]!).text).records)
        add(of(skillOfUsagePath(path)!).repository, record);
  }
  return [...uses].map(([skill, use]) => ({ skill, ...use })).sort((a, b) => compareText(a.skill, b.skill));
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
