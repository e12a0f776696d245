import { SkillgraftError } from '../../../schema/errors.js';
import { nearest } from '../../nearest.js';
import type { Host } from '../types.js';
import { claudeCode } from './claude-code.js';
import { claudeDesktop } from './claude-desktop.js';
import { codex } from './codex.js';
import { cursor } from './cursor.js';
import { gemini } from './gemini.js';
import { lobechat } from './lobechat.js';
import { opencode } from './opencode.js';
import { plainJson } from './plain-json.js';
import { vscode } from './vscode.js';

/** All hosts, in the order in which they are listed. */
export const HOSTS: readonly Host[] = [
  claudeCode,
  claudeDesktop,
  codex,
  cursor,
  vscode,
  gemini,
  opencode,
  lobechat,
  plainJson,
];

/** @throws SkillgraftError `host-unknown` with the nearest names */
export function findHost(name: string): Host {
  const host = HOSTS.find((candidate) => candidate.name === name.toLowerCase());
  if (host !== undefined) return host;
  const names = HOSTS.map((candidate) => candidate.name);
  const near = nearest(name.toLowerCase(), names);
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `It knows ${names.join(', ')}.`;
  throw new SkillgraftError('host-unknown', `There is no host ${name.slice(0, 100).toWellFormed()}.`, hint);
}
