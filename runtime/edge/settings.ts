import { SkillgraftError } from '../../schema/errors.js';
import type { Fetch } from './source.js';

/** What the platform hands to a worker: settings as texts, secrets, and bindings. */
export interface EdgeEnvironment {
  /** A folder of assets with the artifact at its top: what `skillgraft build` wrote. */
  readonly ASSETS?: { readonly fetch: Fetch };
  /** Address of the artifact in place of the assets: its folder or its index.json. */
  readonly SKILLGRAFT_INDEX?: string;
  /** What callers have to bring: `Authorization: Bearer …`. */
  readonly SKILLGRAFT_TOKEN?: string;
  /** `yes`: everybody may ask, no token is wanted. */
  readonly SKILLGRAFT_PUBLIC?: string;
  /** Host names, with commas between them, that are answered to; absent: all that the platform sends here. */
  readonly SKILLGRAFT_ALLOWED_HOSTS?: string;
  /** Origins, with commas between them, whose pages may ask. */
  readonly SKILLGRAFT_ALLOWED_ORIGINS?: string;
  /** Seconds between two looks whether the artifact was replaced. */
  readonly SKILLGRAFT_LOOK_EVERY?: string;
  /** `Name <address>`, for proposals without an author. */
  readonly SKILLGRAFT_AUTHOR?: string;
  /** `yes`: no changes are proposed. */
  readonly SKILLGRAFT_READ_ONLY?: string;
  readonly [name: string]: unknown;
}

/** How a worker serves. */
export interface EdgeSettings {
  /** Null: everybody may ask. */
  readonly token: string | null;
  readonly hosts: readonly string[] | 'any';
  readonly origins: readonly string[];
  /** Milliseconds. */
  readonly lookEvery: number;
  readonly author: string | null;
  readonly readOnly: boolean;
}

/** Characters of a token at least. */
const SHORTEST_TOKEN = 16;
const LOOK_EVERY = 60;
const DAY = 86_400;

/**
 * Reads the settings of a worker.
 *
 * @throws SkillgraftError `bad-setting`, `token-needed`
 */
export function readEdgeSettings(env: EdgeEnvironment): EdgeSettings {
  const hosts = listOf(env, 'SKILLGRAFT_ALLOWED_HOSTS');
  return {
    token: tokenOf(env),
    hosts: hosts.length === 0 ? 'any' : hosts,
    origins: listOf(env, 'SKILLGRAFT_ALLOWED_ORIGINS'),
    lookEvery: secondsOf(env, 'SKILLGRAFT_LOOK_EVERY') * 1000,
    author: textOf(env, 'SKILLGRAFT_AUTHOR') || null,
    readOnly: isYes(env, 'SKILLGRAFT_READ_ONLY'),
  };
}

function tokenOf(env: EdgeEnvironment): string | null {
  const token = textOf(env, 'SKILLGRAFT_TOKEN');
  if (token.length >= SHORTEST_TOKEN) return token;
  if (token !== '') {
    const hint = `Give it ${SHORTEST_TOKEN} characters or more, such as those of \`openssl rand -hex 32\`.`;
    throw new SkillgraftError('bad-setting', 'SKILLGRAFT_TOKEN is too short.', hint);
  }
  if (isYes(env, 'SKILLGRAFT_PUBLIC')) return null;
  throw new SkillgraftError(
    'token-needed',
    'This worker has no token, and is not meant for everybody.',
    'Set the secret SKILLGRAFT_TOKEN, or SKILLGRAFT_PUBLIC to yes.',
  );
}

function secondsOf(env: EdgeEnvironment, name: string): number {
  const text = textOf(env, name);
  const seconds = text === '' ? LOOK_EVERY : Number(text);
  if (seconds >= 1 && seconds <= DAY) return seconds;
  throw badSetting(name, text, `Give seconds, from 1 to ${DAY}.`);
}

function isYes(env: EdgeEnvironment, name: string): boolean {
  const text = textOf(env, name);
  if (!['', 'yes', 'no'].includes(text)) throw badSetting(name, text, 'Give `yes` or `no`.');
  return text === 'yes';
}

function listOf(env: EdgeEnvironment, name: string): string[] {
  const items = textOf(env, name).split(',');
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

function textOf(env: EdgeEnvironment, name: string): string {
  const value = env[name];
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.trim();
  throw badSetting(name, String(value), 'Give a text.');
}

function badSetting(name: string, value: string, hint: string): SkillgraftError {
  const shown = value.slice(0, 40).toWellFormed();
  return new SkillgraftError('bad-setting', `${name} cannot be ${JSON.stringify(shown)}.`, hint);
}
