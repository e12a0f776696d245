import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { parseEnv } from 'node:util';
import { type Finding, finding } from '../../schema/diagnostic.js';
import { SkillgraftError } from '../../schema/errors.js';
import { configFolder } from '../files/user-folders.js';
import { CONFIG_FINDINGS } from './findings.js';
import type { IndexSetting } from './index-setting.js';
import { locateProject } from './locate.js';
import { dotenvPlace, environmentPlace, parseVariables } from './parse-env.js';
import { CONFIG_FILE, type ParsedConfig, parseConfigFile } from './parse-file.js';
import {
  type PathKey,
  SETTINGS,
  type SettingFlags,
  type SettingKey,
  type SettingValues,
} from './settings.js';

export type OriginKind = 'flag' | 'environment' | '.env' | 'file' | 'user file' | 'default';

/** Where a value comes from; `path` is the file (relative to the working folder) or `env:NAME`. */
export interface Origin {
  readonly kind: OriginKind;
  readonly path?: string;
}

export interface ResolvedConfig {
  readonly values: SettingValues;
  readonly origins: Readonly<Record<SettingKey, Origin>>;
  readonly findings: readonly Finding[];
  /** Folder of the project: of its settings file, else the top of the repository, else the working folder. */
  readonly project: string;
  /**
   * Absolute path of a setting, from the folder where it was written; a URL or `branch:NAME` stays as it is.
   *
   * @throws SkillgraftError `several-indexes` where more than one is named
   */
  path(key: PathKey): string;
  /** Indexes that the user named: by the command line, the environment or the user's own file. */
  readonly ownIndexes: readonly string[];
  /** All paths of a setting that takes several. */
  paths(key: 'index'): readonly string[];
}

interface Source extends ParsedConfig {
  readonly kind: OriginKind;
  /** Folder that its relative paths start from. */
  readonly folder: string;
  path?(key: SettingKey): string;
}

/**
 * Takes each setting from the first source that has it: flag, environment, `.env`, file of the project, file of the user,
 * default. Only `indexes` are those of all sources, in this order.
 */
export function resolveConfig(given: {
  readonly flags: SettingFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}): ResolvedConfig {
  const { flags, env, cwd } = given;
  const project = locateProject(cwd);
  const sources: readonly Source[] = [
    { kind: 'flag', folder: cwd, values: flags, findings: [] },
    { kind: 'environment', folder: cwd, path: envPath, ...parseVariables(env, environmentPlace) },
    dotenvSource(cwd),
    fileSource('file', project.file, project.folder, cwd),
    userSource(env, project.file, cwd),
    { kind: 'default', folder: project.folder, values: defaults(), findings: [] },
  ];
  return merge(sources, project.folder);
}

function merge(sources: readonly Source[], project: string): ResolvedConfig {
  const values: Record<string, unknown> = Object.create(null);
  const origins: Record<string, Origin> = Object.create(null);
  const folders = new Map<SettingKey, string>();
  for (const { key } of SETTINGS) {
    const source = sources.find((candidate) => candidate.values[key] !== undefined)!;
    const path = source.path?.(key);
    values[key] = source.values[key];
    origins[key] = path === undefined ? { kind: source.kind } : { kind: source.kind, path };
    folders.set(key, source.folder);
  }
  values.indexes = sources.flatMap(indexesOf);
  const absolute = (key: SettingKey, path: string): string => pathFrom(folders.get(key)!, path);
  return {
    project,
    ownIndexes: sources.filter(({ kind }) => OF_THE_USER.has(kind)).flatMap(indexesNamedIn),
    values: values as unknown as SettingValues,
    origins: origins as Record<SettingKey, Origin>,
    findings: sources.flatMap((source) => source.findings),
    path: (key) => absolute(key, onlyOne(values[key] as string | readonly string[])),
    paths: (key) => (values[key] as readonly string[]).map((path) => absolute(key, path)),
  };
}

/** Where a value comes from that wins over every file of settings. */
export const NOT_OF_FILES: ReadonlySet<OriginKind> = new Set(['flag', 'environment', '.env']);

/** What a project's files do not say. */
export const OF_THE_USER: ReadonlySet<OriginKind> = new Set(['flag', 'environment', 'user file']);

function indexesNamedIn(source: Source): string[] {
  const own = (source.values.index ?? []).map((path) => pathFrom(source.folder, path));
  return [...own, ...indexesOf(source).map(({ index }) => index)];
}

/** What a source names, each with an absolute path and the scope that goes with the source. */
function indexesOf({ kind, folder, values }: Source): IndexSetting[] {
  const scope = kind === 'user file' ? 'user' : 'project';
  return (values.indexes ?? []).map((entry) => ({
    scope,
    ...entry,
    index: pathFrom(folder, entry.index),
  }));
}

function onlyOne(value: string | readonly string[]): string {
  if (typeof value === 'string') return value;
  if (value.length === 1) return value[0]!;
  throw new SkillgraftError(
    'several-indexes',
    `This command reads one index, and ${value.length} are named.`,
    'Name one with --index.',
  );
}

function pathFrom(folder: string, path: string): string {
  return isUrl(path) ? path : resolve(folder, path);
}

function isUrl(value: string): boolean {
  return /^(?:(?:https?|file):\/\/|branch:)/i.test(value);
}

function dotenvSource(cwd: string): Source {
  const path = '.env';
  const base = { kind: '.env', folder: cwd, path: () => path } as const;
  const file = readText(join(cwd, path), path);
  if (file.text === null) return { ...base, values: {}, findings: file.findings };
  const variables = parseEnv(file.text) as Record<string, string>;
  return { ...base, ...parseVariables(variables, dotenvPlace(file.text, path)) };
}

/** The user's own settings; the file of a project that lies there is read once. */
function userSource(
  env: Readonly<Record<string, string | undefined>>,
  project: string | null,
  cwd: string,
): Source {
  const folder = configFolder({ env });
  const file = join(folder, CONFIG_FILE);
  return fileSource('user file', file === project ? null : file, folder, cwd);
}

function fileSource(kind: 'file' | 'user file', file: string | null, folder: string, cwd: string): Source {
  if (file === null) return { kind, folder, values: {}, findings: [] };
  const path = kind === 'file' ? relative(cwd, file).split(sep).join('/') : file;
  const base = { kind, folder, path: () => path } as const;
  const { text, findings } = readText(file, path);
  return text === null ? { ...base, values: {}, findings } : { ...base, ...parseConfigFile(text, path) };
}

/** A file that is not there is no finding; one that cannot be read is. */
function readText(file: string, path: string): { text: string | null; findings: readonly Finding[] } {
  try {
    return { text: readFileSync(file, 'utf8'), findings: [] };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (reason === 'ENOENT' || reason === 'ENOTDIR') return { text: null, findings: [] };
    const at = { line: 1, column: 1 };
    return { text: null, findings: [finding(CONFIG_FINDINGS.unreadable, path, at, { reason })] };
  }
}

function envPath(key: SettingKey): string {
  return `env:${SETTINGS.find((setting) => setting.key === key)!.env}`;
}

function defaults(): SettingFlags {
  return Object.fromEntries(SETTINGS.map((setting) => [setting.key, setting.default])) as SettingFlags;
}
