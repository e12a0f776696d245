import type { Profile } from '../../schema/skill/types.js';

/** The settings' values. Paths stand as they were written; `ResolvedConfig.path` makes them absolute. */
export interface SettingValues {
  /** Folder or file of the artifact that is read, or its URL. */
  readonly index: string;
  /** Folder that the artifact is written to. */
  readonly out: string;
  /** How many results a search gives. */
  readonly limit: number;
  readonly profile: Profile;
  /** Folders of the repository that hold skills; empty: the usual ones, or anywhere where these hold none. */
  readonly roots: readonly string[];
  /** Most code points that all names and descriptions together may have; null: no limit. */
  readonly 'listing-budget': number | null;
}

export type SettingKey = keyof SettingValues;
/** Values that the command line gave, already checked. */
export type SettingFlags = { readonly [K in SettingKey]?: SettingValues[K] };
/** A setting whose value is a path (or a URL). */
export type PathKey = 'index' | 'out';

/**
 * One setting. `scope`: `build` settings change the artifact and are read from the commit that is built; `query`
 * settings change what a reader of the artifact does.
 */
export interface Setting {
  readonly key: SettingKey;
  readonly env: string;
  readonly type: 'string' | 'integer' | 'list';
  readonly default: string | number | null | readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  readonly description: string;
  readonly value: string;
  readonly scope: 'build' | 'query';
}

const PROFILES: readonly Profile[] = ['lenient', 'spec', 'claude-code'];

/** Every setting, in the order in which `skillgraft config` shows them. A new one needs an entry here only. */
export const SETTINGS: readonly Setting[] = [
  {
    key: 'index',
    env: 'SKILLGRAFT_INDEX',
    type: 'string',
    default: 'dist',
    description: 'Folder, file or URL of the index to read',
    value: 'PATH',
    scope: 'query',
  },
  {
    key: 'out',
    env: 'SKILLGRAFT_OUT',
    type: 'string',
    default: 'dist',
    description: 'Folder that the index is written to',
    value: 'DIR',
    scope: 'query',
  },
  {
    key: 'limit',
    env: 'SKILLGRAFT_LIMIT',
    type: 'integer',
    default: 10,
    min: 1,
    max: 50,
    description: 'How many results a search gives',
    value: 'N',
    scope: 'query',
  },
  {
    key: 'profile',
    env: 'SKILLGRAFT_PROFILE',
    type: 'string',
    default: 'lenient',
    choices: PROFILES,
    description: "Which host's rules judge a skill",
    value: PROFILES.join('|'),
    scope: 'build',
  },
  {
    key: 'roots',
    env: 'SKILLGRAFT_ROOTS',
    type: 'list',
    default: [],
    description: 'Folders of the repository that hold skills',
    value: 'DIR',
    scope: 'build',
  },
  {
    key: 'listing-budget',
    env: 'SKILLGRAFT_LISTING_BUDGET',
    type: 'integer',
    default: null,
    min: 1,
    max: 1_000_000,
    description: 'Most characters that all names and descriptions together may have',
    value: 'N',
    scope: 'build',
  },
];

/** A setting by its key. */
export function settingOf(key: string): Setting | undefined {
  return SETTINGS.find((setting) => setting.key === key);
}
