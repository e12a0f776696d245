import { join } from 'node:path';
import type { OriginKind, ResolvedConfig } from '../../runtime/config/resolve.js';
import type { BuildOptions } from '../options.js';

/** Where a setting may come from to win over the skillgraft.json of the commit that is built. */
const STRONGER: ReadonlySet<OriginKind> = new Set(['flag', 'environment', '.env']);

/** Settings of the build that flags or the environment give; the commit's own file gives the rest. */
export function overrides(config: ResolvedConfig): Pick<BuildOptions, 'roots' | 'profile' | 'listingBudget'> {
  const { values, origins } = config;
  const budget = values['listing-budget'];
  return {
    ...(STRONGER.has(origins.roots.kind) ? { roots: values.roots } : {}),
    ...(STRONGER.has(origins.profile.kind) ? { profile: values.profile } : {}),
    ...(STRONGER.has(origins['listing-budget'].kind) && budget !== null ? { listingBudget: budget } : {}),
  };
}

/** The output folder; for a repository that was named, the default is its own `dist`. */
export function outFolder(config: ResolvedConfig, repo: string | null): string {
  const isDefault = config.origins.out.kind === 'default';
  return isDefault && repo !== null ? join(repo, config.values.out) : config.path('out');
}
