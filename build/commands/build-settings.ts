import { join, resolve } from 'node:path';
import type { CommandContext } from '../../runtime/cli/command.js';
import { modelSettings } from '../../runtime/config/model-settings.js';
import { NOT_OF_FILES, type ResolvedConfig } from '../../runtime/config/resolve.js';
import type { SettingFlags, SettingKey } from '../../runtime/config/settings.js';
import type { BuildOptions } from '../options.js';

/** What to build by a command's `--repo` and `--ref` and by the settings; `out` is where its index lies or will lie. */
export function buildOptions(
  context: CommandContext,
  args: { readonly repo: string | undefined; readonly ref: string | undefined },
): BuildOptions & { readonly out: string } {
  const config = context.config();
  const repo = resolve(context.cwd, args.repo ?? '.');
  return {
    repo,
    out: outFolder(config, args.repo === undefined ? null : repo),
    ...(args.ref === undefined ? {} : { ref: args.ref }),
    ...overrides(config),
  };
}

/** The command line that shows all findings of what was built; `repo` is `--repo` as it was given. */
export function checkCommandFor(repo: string | undefined, commit: string | null): string {
  const parts = ['skillgraft', 'check'];
  if (repo !== undefined) parts.push('--repo', shellQuote(repo));
  if (commit !== null) parts.push('--ref', commit.slice(0, 12));
  return parts.join(' ');
}

function shellQuote(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Settings of the build that flags or the environment give; the commit's own file gives the rest. */
function overrides(config: ResolvedConfig): Omit<BuildOptions, 'repo' | 'ref' | 'out'> {
  const { values, origins } = config;
  const budget = values['listing-budget'];
  const bytes = values['max-index-bytes'];
  return {
    ...(NOT_OF_FILES.has(origins.roots.kind) ? { roots: values.roots } : {}),
    ...(NOT_OF_FILES.has(origins.profile.kind) ? { profile: values.profile } : {}),
    ...(NOT_OF_FILES.has(origins['listing-budget'].kind) && budget !== null ? { listingBudget: budget } : {}),
    ...(NOT_OF_FILES.has(origins['max-index-bytes'].kind) && bytes !== null ? { maxIndexBytes: bytes } : {}),
    ...(NOT_OF_FILES.has(origins.synonyms.kind) ? { synonyms: values.synonyms } : {}),
    ...(NOT_OF_FILES.has(origins['hand-offs'].kind) ? { handOffs: values['hand-offs'] === 'on' } : {}),
    ...(NOT_OF_FILES.has(origins.embedder.kind) ? { embedder: values.embedder } : {}),
    transformers: modelSettings(strongerValues(config), () => config.path('embedder-path')),
  };
}

function strongerValues({ values, origins }: ResolvedConfig): SettingFlags {
  const keys = (Object.keys(origins) as SettingKey[]).filter((key) => NOT_OF_FILES.has(origins[key].kind));
  return Object.fromEntries(keys.map((key) => [key, values[key]])) as SettingFlags;
}

/** The output folder; for a repository that was named, the default is its own `dist`. */
function outFolder(config: ResolvedConfig, repo: string | null): string {
  const isDefault = config.origins.out.kind === 'default';
  return isDefault && repo !== null ? join(repo, config.values.out) : config.path('out');
}
