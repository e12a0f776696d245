import { dirname, isAbsolute, resolve } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import type { CommandContext } from '../cli/command.js';
import { openIndex } from '../open-index.js';
import { findRepository } from '../propose/open-place.js';
import type { SkillIndex } from '../skill-index.js';
import { configuredOptions } from './open-configured.js';

/** The repository and the index that a proposal is made with. */
export interface SkillsPlace {
  /** Null where no repository has the commit of the index. */
  readonly repo: string | null;
  /** Null where none is built. */
  readonly index: SkillIndex | null;
}

/**
 * Looks for both: what is named, else the repository around this folder or around the index.
 *
 * @param repo `--repo` as it was given; its index is its own `dist` where the settings name none
 */
export async function skillsPlace(context: CommandContext, repo: string | undefined): Promise<SkillsPlace> {
  const config = context.config();
  const named = repo === undefined ? null : resolve(context.cwd, repo);
  const isDefault = config.origins.index.kind === 'default';
  const path = isDefault && named !== null ? resolve(named, config.values.index[0]!) : config.path('index');
  const index = await openIndex(path, configuredOptions(config, named ?? undefined)).catch(
    (error: unknown) => {
      if (error instanceof SkillgraftError && error.code === 'artifact-file-missing' && isDefault)
        return null;
      throw error;
    },
  );
  if (named !== null || index === null) return { repo: named ?? context.cwd, index };
  const around = isAbsolute(index.location) ? [dirname(index.location)] : [];
  const repository = await findRepository([context.cwd, ...around], index);
  await repository?.close();
  return { repo: repository?.dir ?? null, index };
}
