import { createHash } from 'node:crypto';
import { compareText } from '../../schema/diagnostic.js';
import { withoutVersion } from './trailers.js';
import type { Plan } from './types.js';

/** Characters of a folder's part; a digest besides. */
const LONGEST = 80;

/**
 * What the branches of a skill's proposals begin with, below `skillgraft/`: its folder below the root with dots for
 * slashes, and a slash. A folder that this does not tell apart from others gets a digest of its path.
 */
export function branchFolder(path: string, root: string): string {
  const below = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const plain = below
    .toLowerCase()
    .replace(/[^a-z0-9_/-]+/g, '-')
    .replaceAll('/', '.')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
    .slice(0, LONGEST);
  if (plain.replaceAll('.', '/') === below && !plain.endsWith('.lock')) return `${plain}/`;
  return `${plain === '' ? 'skill' : `${plain}-`.replace(/[.-]+$/, '')}-${digest(path)}/`;
}

/**
 * The branch of a proposal, below `skillgraft/`: the same for the same content, whatever it starts from. The versions of
 * skills, which an index alone knows, are no part of it.
 */
export function proposalBranch(
  folder: string,
  { path: skill, subject, changelog, changes }: Pick<Plan, 'path' | 'subject' | 'changelog' | 'changes'>,
): string {
  const { action, reason, trigger, sources } = changelog;
  const files = [...changes]
    .sort((a, b) => compareText(a.path, b.path))
    .map(({ path, mode, after }) => [path, mode, after === null ? null : digest(after, 64)]);
  const content = [action, skill, subject, reason, trigger, sources.map(withoutVersion), files];
  return `${folder}${action.toLowerCase()}-${digest(JSON.stringify(content))}`;
}

function digest(content: string | Uint8Array, digits = 8): string {
  return createHash('sha256').update(content).digest('hex').slice(0, digits);
}
