import type { Profile } from '../../schema/skill/types.js';
import type { SinkName } from '../propose/sinks/sink.js';
import type { Fusion } from '../search/rank.js';
import type { QueryForm } from '../usage/query-form.js';
import type { IndexSetting } from './index-setting.js';

/** Name of the file of synonyms at the top of a skills repository, unless the setting names another one. */
export const SYNONYMS_FILE = 'synonyms.json';

/** The settings' values. Paths stand as they were written; `ResolvedConfig.path` makes them absolute. */
export interface SettingValues {
  /** Folders, files or URLs of the artifacts that are read. */
  readonly index: readonly string[];
  /** Further indexes, of all files that name some; their paths are absolute. */
  readonly indexes: readonly IndexSetting[];
  /** Whether the skills that hosts read from this project and from the home folder are added. */
  readonly 'user-skills': 'no' | 'yes';
  /** Seconds after which a server is asked whether its index is another one. */
  readonly 'index-refresh': number;
  /** Whether an index is read over http from another machine. */
  readonly 'insecure-http': 'no' | 'yes';
  /** Folder that the artifact is written to. */
  readonly out: string;
  /** How many results a search gives. */
  readonly limit: number;
  /** How a search puts words and meaning together. */
  readonly fusion: Fusion;
  readonly profile: Profile;
  /** Folders of the repository that hold skills; empty: the usual ones, or anywhere where these hold none. */
  readonly roots: readonly string[];
  /** Most code points that all names and descriptions together may have; null: no limit. */
  readonly 'listing-budget': number | null;
  /** Most bytes that the index may have, the files of the skills not counted; null: no limit. */
  readonly 'max-index-bytes': number | null;
  /** Path in the repository of the file of synonyms. */
  readonly synonyms: string;
  /** Whether clauses that lead to other skills are taken out of a skill's own words and become edges. */
  readonly 'hand-offs': 'on' | 'off';
  /** What makes the vectors: the packaged model, nothing, or a model that transformers.js loads. */
  readonly embedder: EmbedderKind;
  /** Name of the model for transformers.js; null: none is named. */
  readonly 'embedder-model': string | null;
  /** Folder of models on disk. */
  readonly 'embedder-path': string | null;
  /** Names the state of the model; null: the digest of its files. */
  readonly 'embedder-revision': string | null;
  /** What the model wants before a query. */
  readonly 'embedder-prefix': string | null;
  /** Whether a model that is not on disk may be downloaded. */
  readonly 'embedder-download': 'no' | 'yes';
  /** What becomes of a proposal. */
  readonly sink: SinkName;
  /** Branch or commit that proposals start from; null: the branch that is checked out. */
  readonly base: string | null;
  /** Name of the git remote that pull requests go to. */
  readonly remote: string;
  /** Address of GitHub's API; null: the remote's address tells it. */
  readonly 'github-url': string | null;
  /** Labels of a pull request. */
  readonly labels: readonly string[];
  /** Whether pull requests are drafts. */
  readonly draft: 'no' | 'yes';
  /** Whether nothing can be proposed. */
  readonly 'read-only': 'no' | 'yes';
  /** Proposals that a server writes in a minute. */
  readonly 'save-limit': number;
  /** Bytes that the body and the files of a proposal have together at most. */
  readonly 'save-size': number;
  /** `Name <address>` of proposals without an author; null: git's own user. */
  readonly author: string | null;
  /** Whether a server notes on this machine which skills were read, and whether they helped. */
  readonly usage: 'on' | 'off';
  /** How queries are kept there: as text, as a salted hash, or not at all. */
  readonly 'usage-queries': QueryForm;
  /** Days without use or change after which an agent's skill is proposed to be stale. */
  readonly 'stale-days': number;
  /** Days after which one that is stale and not used is proposed to be archived. */
  readonly 'archive-days': number;
  /** Patterns of the names of authors that are agents. */
  readonly agents: readonly string[];
}

export type SettingKey = keyof SettingValues;
/** Values that the command line gave, already checked. */
export type SettingFlags = { readonly [K in SettingKey]?: SettingValues[K] };
/** A setting whose value is a path (or a URL). */
export type PathKey = 'index' | 'out' | 'embedder-path';

export type EmbedderKind = 'static' | 'none' | 'transformers';

/**
 * One setting. `scope`: `build` settings change the artifact and are read from the commit that is built; `query`
 * settings change what a reader of the artifact does.
 */
export interface Setting {
  readonly key: SettingKey;
  readonly env: string;
  /** `paths`: a text or a list of them; `indexes`: a list of objects. */
  readonly type: 'string' | 'integer' | 'list' | 'paths' | 'indexes';
  readonly default: string | number | null | readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** The choice that a value is taken for that cannot be read, where the default would tell more than its user wants. */
  readonly strict?: 'off';
  readonly description: string;
  readonly value: string;
  readonly scope: 'build' | 'query';
}

const FUSIONS: readonly Fusion[] = ['sum', 'rrf'];
const PROFILES: readonly Profile[] = ['lenient', 'spec', 'claude-code'];
const EMBEDDERS: readonly EmbedderKind[] = ['static', 'none', 'transformers'];
const SINKS: readonly SinkName[] = ['branch', 'patch', 'pull-request'];
const QUERY_FORMS: readonly QueryForm[] = ['on', 'hashed', 'off'];

const AGENT_NAMES: readonly string[] = [
  'agent',
  'an agent',
  '* agent',
  '*-agent',
  '*[bot]',
  'claude',
  'claude code',
  'codex',
  'copilot',
  'cursor',
  'devin',
  'gemini',
  'gemini cli',
  'hermes',
  'openclaw',
];

/** Every setting, in the order in which `skillgraft config` shows them. A new one needs an entry here only. */
export const SETTINGS: readonly Setting[] = [
  {
    key: 'index',
    env: 'SKILLGRAFT_INDEX',
    type: 'paths',
    default: ['dist'],
    description: 'Folder, file or URL of the index to read, or a folder of skills',
    value: 'PATH',
    scope: 'query',
  },
  {
    key: 'indexes',
    env: 'SKILLGRAFT_INDEXES',
    type: 'indexes',
    default: [],
    description: 'Further indexes: a list of {name, index, scope, prefix, allow, block, digest}',
    value: 'JSON',
    scope: 'query',
  },
  {
    key: 'user-skills',
    env: 'SKILLGRAFT_USER_SKILLS',
    type: 'string',
    default: 'no',
    choices: ['no', 'yes'],
    description: 'Whether the skills that hosts read here and in the home folder are added',
    value: 'no|yes',
    scope: 'query',
  },
  {
    key: 'index-refresh',
    env: 'SKILLGRAFT_INDEX_REFRESH',
    type: 'integer',
    default: 60,
    min: 1,
    max: 86_400,
    description: 'Seconds after which a server is asked whether its index is another one',
    value: 'SECONDS',
    scope: 'query',
  },
  {
    key: 'insecure-http',
    env: 'SKILLGRAFT_INSECURE_HTTP',
    type: 'string',
    default: 'no',
    choices: ['no', 'yes'],
    description:
      'Whether an index is read over http from another machine; not for a file of a project to say',
    value: 'no|yes',
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
    key: 'fusion',
    env: 'SKILLGRAFT_FUSION',
    type: 'string',
    default: 'sum',
    choices: FUSIONS,
    description:
      'How a search puts words and meaning together: added by weight, or by the places that they give',
    value: FUSIONS.join('|'),
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
  {
    key: 'max-index-bytes',
    env: 'SKILLGRAFT_MAX_INDEX_BYTES',
    type: 'integer',
    default: null,
    min: 1,
    max: 1_000_000_000_000,
    description: 'Most bytes that the index may have, without the files of the skills',
    value: 'N',
    scope: 'build',
  },
  {
    key: 'synonyms',
    env: 'SKILLGRAFT_SYNONYMS',
    type: 'string',
    default: SYNONYMS_FILE,
    description: 'Path in the repository of the file of synonyms',
    value: 'FILE',
    scope: 'build',
  },
  {
    key: 'hand-offs',
    env: 'SKILLGRAFT_HAND_OFFS',
    type: 'string',
    default: 'on',
    choices: ['on', 'off'],
    description: 'Whether what a skill says of others counts for those, and not for itself',
    value: 'on|off',
    scope: 'build',
  },
  {
    key: 'embedder',
    env: 'SKILLGRAFT_EMBEDDER',
    type: 'string',
    default: 'static',
    choices: EMBEDDERS,
    description: 'What compares meanings: the packaged model, nothing, or a model for transformers.js',
    value: EMBEDDERS.join('|'),
    scope: 'build',
  },
  {
    key: 'embedder-model',
    env: 'SKILLGRAFT_EMBEDDER_MODEL',
    type: 'string',
    default: null,
    description: 'Name of the model for transformers.js',
    value: 'NAME',
    scope: 'build',
  },
  {
    key: 'embedder-path',
    env: 'SKILLGRAFT_EMBEDDER_PATH',
    type: 'string',
    default: null,
    description: 'Folder of models for transformers.js',
    value: 'DIR',
    scope: 'build',
  },
  {
    key: 'embedder-revision',
    env: 'SKILLGRAFT_EMBEDDER_REVISION',
    type: 'string',
    default: null,
    description: "What names the model's state; the digest of its files if not given",
    value: 'REVISION',
    scope: 'build',
  },
  {
    key: 'embedder-prefix',
    env: 'SKILLGRAFT_EMBEDDER_PREFIX',
    type: 'string',
    default: null,
    description: 'What the model wants before a query',
    value: 'TEXT',
    scope: 'build',
  },
  {
    key: 'embedder-download',
    env: 'SKILLGRAFT_EMBEDDER_DOWNLOAD',
    type: 'string',
    default: 'no',
    choices: ['no', 'yes'],
    description: 'Whether a model that is not on disk may be downloaded',
    value: 'no|yes',
    scope: 'build',
  },
  {
    key: 'sink',
    env: 'SKILLGRAFT_SINK',
    type: 'string',
    default: 'branch',
    choices: SINKS,
    description: 'What becomes of a proposal',
    value: SINKS.join('|'),
    scope: 'query',
  },
  {
    key: 'base',
    env: 'SKILLGRAFT_BASE',
    type: 'string',
    default: null,
    description: 'Branch or commit that proposals start from; the branch that is checked out if not given',
    value: 'REF',
    scope: 'query',
  },
  {
    key: 'remote',
    env: 'SKILLGRAFT_REMOTE',
    type: 'string',
    default: 'origin',
    description: 'Name of the git remote that pull requests go to',
    value: 'NAME',
    scope: 'query',
  },
  {
    key: 'github-url',
    env: 'SKILLGRAFT_GITHUB_URL',
    type: 'string',
    default: null,
    description: "Address of GitHub's API, where the remote's address does not tell it",
    value: 'URL',
    scope: 'query',
  },
  {
    key: 'labels',
    env: 'SKILLGRAFT_LABELS',
    type: 'list',
    default: [],
    description: 'Labels of a pull request',
    value: 'LABEL',
    scope: 'query',
  },
  {
    key: 'draft',
    env: 'SKILLGRAFT_DRAFT',
    type: 'string',
    default: 'no',
    choices: ['no', 'yes'],
    description: 'Whether pull requests are drafts',
    value: 'no|yes',
    scope: 'query',
  },
  {
    key: 'read-only',
    env: 'SKILLGRAFT_READ_ONLY',
    type: 'string',
    default: 'no',
    choices: ['no', 'yes'],
    description: 'Whether nothing can be proposed',
    value: 'no|yes',
    scope: 'query',
  },
  {
    key: 'save-limit',
    env: 'SKILLGRAFT_SAVE_LIMIT',
    type: 'integer',
    default: 10,
    min: 1,
    max: 10_000,
    description: 'How many proposals a server writes in a minute at most',
    value: 'N',
    scope: 'query',
  },
  {
    key: 'save-size',
    env: 'SKILLGRAFT_SAVE_SIZE',
    type: 'integer',
    default: 1024 * 1024,
    min: 1024,
    max: 4 * 1024 * 1024,
    description: 'How many bytes the body and the files of a proposal have together at most',
    value: 'BYTES',
    scope: 'query',
  },
  {
    key: 'author',
    env: 'SKILLGRAFT_AUTHOR',
    type: 'string',
    default: null,
    description: "`Name <address>` of proposals without an author; git's own user if not given",
    value: 'AUTHOR',
    scope: 'query',
  },
  {
    key: 'usage',
    env: 'SKILLGRAFT_USAGE',
    type: 'string',
    default: 'on',
    choices: ['on', 'off'],
    strict: 'off',
    description: 'Whether a server notes on this machine which skills were read, and whether they helped',
    value: 'on|off',
    scope: 'query',
  },
  {
    key: 'usage-queries',
    env: 'SKILLGRAFT_USAGE_QUERIES',
    type: 'string',
    default: 'on',
    choices: QUERY_FORMS,
    strict: 'off',
    description: 'How queries are kept there: as text, as a salted hash, or not at all',
    value: QUERY_FORMS.join('|'),
    scope: 'query',
  },
  {
    key: 'stale-days',
    env: 'SKILLGRAFT_STALE_DAYS',
    type: 'integer',
    default: 90,
    min: 1,
    max: 36_500,
    description: "Days without use or change after which an agent's skill is proposed to be stale",
    value: 'DAYS',
    scope: 'query',
  },
  {
    key: 'archive-days',
    env: 'SKILLGRAFT_ARCHIVE_DAYS',
    type: 'integer',
    default: 90,
    min: 1,
    max: 36_500,
    description: 'Days after which a stale skill that is not used is proposed to be archived',
    value: 'DAYS',
    scope: 'query',
  },
  {
    key: 'agents',
    env: 'SKILLGRAFT_AGENTS',
    type: 'list',
    default: AGENT_NAMES,
    description: 'Names of authors that are agents, in any case; * stands for anything',
    value: 'NAMES',
    scope: 'query',
  },
];

/** A setting by its key. */
export function settingOf(key: string): Setting | undefined {
  return SETTINGS.find((setting) => setting.key === key);
}
