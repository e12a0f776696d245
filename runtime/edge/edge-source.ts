import { SkillgraftError } from '../../schema/errors.js';
import { isLoopback } from '../http/access.js';
import type { EdgeEnvironment } from './settings.js';
import { type EdgeSource, fetchedSource } from './source.js';

/** A binding wants whole addresses; whose they are is no matter. */
const ASSETS_BASE = new URL('https://assets.invalid/');

/**
 * Where a worker's artifact comes from: the address that is set, else the assets.
 *
 * @throws SkillgraftError `artifact-location`
 */
export function edgeSource({ SKILLGRAFT_INDEX: address = '', ASSETS }: EdgeEnvironment): EdgeSource {
  if (address !== '') return fetchedSource((request) => fetch(request), toUrl(address));
  if (ASSETS !== undefined) return fetchedSource((request) => ASSETS.fetch(request), ASSETS_BASE);
  throw new SkillgraftError(
    'artifact-location',
    'This worker has no index.',
    'Bind the folder that `skillgraft build` wrote as ASSETS, or set SKILLGRAFT_INDEX to its address.',
  );
}

function toUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPlain = url?.protocol === 'http:' && isLoopback(url.hostname);
  if (url?.protocol === 'https:' || (url !== null && isPlain)) return url;
  throw new SkillgraftError(
    'artifact-location',
    'SKILLGRAFT_INDEX is no address that an index can be trusted from.',
    'Give one that begins with https://.',
  );
}
