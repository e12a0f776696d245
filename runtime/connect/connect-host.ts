import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { SkillgraftError } from '../../schema/errors.js';
import type { JsonObject } from '../../schema/skill/types.js';
import { diffHunks } from '../diff/hunks.js';
import { loadFormat } from './formats/index.js';
import { readHostFile, replaceHostFile } from './host-file.js';
import { type Edit, planEdit } from './plan-edit.js';
import { forProject, machinePaths } from './project-paths.js';
import { type Format, type Host, type Place, SCOPES, type Scope, type Server } from './types.js';

export interface ConnectRequest {
  readonly host: Host;
  readonly server: Server;
  /** What the host calls the server. */
  readonly name: string;
  /** Absent: the host's usual one. */
  readonly scope?: Scope | undefined;
  readonly place: Place;
  readonly write: boolean;
  /** Replaces another entry of this name. */
  readonly force: boolean;
}

/** A configuration, and what became of it. */
export interface ConnectAnswer {
  readonly host: string;
  readonly name: string;
  readonly scope: Scope | null;
  /** Where it belongs; null where the host takes it by hand. */
  readonly file: string | null;
  /** The text of a file that holds nothing else. */
  readonly configuration: string;
  readonly state: Edit['state'] | 'printed';
  /** Lines of the file that went and came; empty where nothing was written. */
  readonly changes: readonly string[];
  /** A command of the host that does the same, as its words. */
  readonly command: readonly string[] | null;
  /** Paths of this machine in a file that the project's other machines share. */
  readonly machinePaths: readonly string[];
  readonly next: string;
}

/**
 * Makes the configuration with which a host reaches the server, and writes it where that is asked for.
 *
 * @throws SkillgraftError `bad-option`, `host-transport`, `host-no-file`, `host-file-…`, `host-entry-differs`
 */
export async function connectHost(request: ConnectRequest): Promise<ConnectAnswer> {
  const { host, name, place, write, force } = request;
  const scope = scopeOf(host, request.scope);
  const isShared = scope === 'project';
  const server = isShared ? forProject(request.server, host, place) : request.server;
  const value = host.entry(server);
  const format = await loadFormat(host.format);
  const path = scope === null ? null : firstThere(host.files[scope]!(place));
  const answer = {
    host: host.name,
    name,
    scope,
    file: path,
    command: (scope === null ? null : host.command?.(name, server, scope)) ?? null,
    machinePaths: isShared ? machinePaths(server) : [],
    next: host.next(name, server),
  };
  if (!write) {
    const keys = host.keys(path === null ? {} : await readLeniently(format, path));
    const configuration = format.render(keys, name, value);
    return { ...answer, configuration, state: 'printed', changes: [] };
  }
  if (path === null) throw noFile(host);
  const { before, edit } = await editFile(path, (text) =>
    planEdit(format, host, { path, text }, { name, value }, force),
  );
  const configuration = format.render(
    host.keys(format.parse(edit.text.replace(/^\ufeff/, ''), path)),
    name,
    value,
  );
  return { ...answer, configuration, state: edit.state, changes: changedLines(before ?? '', edit.text) };
}

/** Times that a file is read and written before somebody else's changes are told of. */
const TRIES = 20;
/** Milliseconds between two of them. */
const PAUSE = 50;

/** Edits a file, once more where somebody else changed it meanwhile. */
async function editFile(
  path: string,
  plan: (before: string | null) => Edit,
  tries = TRIES,
): Promise<{ readonly before: string | null; readonly edit: Edit }> {
  const before = await readHostFile(path);
  const edit = plan(before);
  if (edit.state === 'unchanged') return { before, edit };
  try {
    await replaceHostFile(path, before, edit.text);
    return { before, edit };
  } catch (error) {
    const isChanged = error instanceof SkillgraftError && error.code === 'host-file-changed';
    if (!isChanged || tries <= 1) throw error;
    await wait(PAUSE);
    return editFile(path, plan, tries - 1);
  }
}

/** @throws SkillgraftError `bad-option` where the host has no file of that scope */
function scopeOf(host: Host, wanted: Scope | undefined): Scope | null {
  const scopes = (Object.keys(host.files) as Scope[]).filter((scope) => SCOPES.includes(scope));
  if (wanted === undefined) return scopes[0] ?? null;
  if (scopes.includes(wanted)) return wanted;
  const hint = scopes.length === 0 ? 'Leave --scope out.' : `Give --scope ${scopes.join(' or ')}.`;
  throw new SkillgraftError('bad-option', `${host.title} has no configuration of scope ${wanted}.`, hint);
}

function firstThere(paths: readonly string[]): string {
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}

/** What a file holds, as far as that shapes what is printed. */
async function readLeniently(format: Format, path: string): Promise<JsonObject> {
  try {
    return format.parse((await readHostFile(path)) ?? '', path);
  } catch (error) {
    if (error instanceof SkillgraftError) return {};
    throw error;
  }
}

/** Lines around a change may hold other servers' secrets, so only what changed is told. */
function changedLines(before: string, after: string): string[] {
  return diffHunks(before, after)
    .split('\n')
    .filter((line) => /^[-+@]/.test(line));
}

function noFile(host: Host): SkillgraftError {
  return new SkillgraftError(
    'host-no-file',
    `The configuration of ${host.title} is put in by hand.`,
    'Leave --write out: the configuration is printed, with where it goes.',
  );
}
