import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { INDEX_FILE } from '../../schema/format.js';
import type { BooleanOption, CommandContext } from '../cli/command.js';
import { INDEX_TOKEN_VARIABLE } from '../config/parse-env.js';
import { NOT_OF_FILES, OF_THE_USER, type ResolvedConfig } from '../config/resolve.js';
import { cacheFolder, homeFolder } from '../files/user-folders.js';
import { isHttpUrl, type LibrarySource, nameOfSource } from '../library/source.js';
import type { WebSettings } from '../library/web-source.js';

/** The option that adds what hosts read. */
export const userSkillsOption = {
  type: 'boolean',
  description:
    'Add the skills that hosts read: .claude/skills, .agents/skills and .github/skills of the project, .claude/skills ' +
    'and .agents/skills of the home folder.',
} as const satisfies BooleanOption;

/**
 * The places that skills are read from by the settings: those that the command line or the environment name; else the
 * index of this project, then those of the files. The default one may be missing where there are others.
 */
export function configuredSources(context: Pick<CommandContext, 'args' | 'config' | 'env'>): LibrarySource[] {
  const config = context.config();
  const { values, origins } = config;
  // Who names an index names all that is read.
  const isNamed = NOT_OF_FILES.has(origins.index.kind);
  const others = [
    ...(isNamed ? [] : values.indexes.map(withDefaults)),
    ...(context.args['user-skills'] === true || values['user-skills'] === 'yes'
      ? hostSources(config.project, homeFolder(context))
      : []),
  ];
  if (origins.index.kind !== 'default')
    return [...config.paths('index').map((index) => withDefaults({ index })), ...others];
  const own = defaultSource(config);
  const isAway = !existsSync(join(own.index, INDEX_FILE));
  return isAway && others.length > 0 ? others : [own, ...others];
}

/** How indexes on the web are read by the settings. */
export function webSettings({ config, env }: Pick<CommandContext, 'config' | 'env'>): WebSettings {
  const { values, origins, ownIndexes } = config();
  const token = env[INDEX_TOKEN_VARIABLE]?.trim() ?? '';
  return {
    cache: cacheFolder({ env }),
    refresh: values['index-refresh'] * 1000,
    insecure: values['insecure-http'] === 'yes' && OF_THE_USER.has(origins['insecure-http'].kind),
    ...(token === '' ? {} : { token: { text: token, origins: originsOf(ownIndexes) } }),
  };
}

function originsOf(indexes: readonly string[]): ReadonlySet<string> {
  const addresses = indexes.filter((index) => isHttpUrl(index) && URL.canParse(index));
  return new Set(addresses.map((address) => new URL(address).origin));
}

/** What stands in for a name that nobody gave is an index, or is not there. */
export function defaultSource(config: ResolvedConfig): LibrarySource {
  return { ...withDefaults({ index: config.path('index') }), kind: 'index' };
}

export function withDefaults(entry: Partial<LibrarySource> & Pick<LibrarySource, 'index'>): LibrarySource {
  return { name: nameOfSource(entry.index), scope: 'project', ...entry };
}

const HOSTS = ['claude', 'agents', 'github'] as const;

/** Folders that hosts read skills from, of a project and of a user. */
function hostSources(project: string, home: string): LibrarySource[] {
  const sourceOf = (scope: 'project' | 'user', folder: string, host: string): LibrarySource => ({
    name: `${scope}-${host}`,
    index: join(folder, `.${host}`, 'skills'),
    scope,
    kind: 'host',
  });
  const user = project === home ? [] : HOSTS.slice(0, 2).map((host) => sourceOf('user', home, host));
  return [...HOSTS.map((host) => sourceOf('project', project, host)), ...user];
}
