import { sha256 } from '../../schema/codec.js';
import { SkillgraftError } from '../../schema/errors.js';
import { INDEX_FILE } from '../../schema/format.js';
import type { ArtifactFiles } from './files.js';

/** Files of an artifact that is served over HTTP. `url` names its folder (with a slash at the end) or its index.json. */
export function httpFiles(url: URL): ArtifactFiles {
  const base = url.pathname.endsWith('.json') ? url : new URL(INDEX_FILE, url);
  return {
    location: base.href,
    async read(name) {
      const target =
        name === INDEX_FILE ? base : new URL(name.split('/').map(encodeURIComponent).join('/'), base);
      return fetchBytes(target);
    },
    readPrevious: async () => null,
    digest: sha256,
  };
}

async function fetchBytes(url: URL): Promise<Uint8Array> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw new SkillgraftError(
      'artifact-unreachable',
      `Cannot reach ${url.href}.`,
      'Check the address and the network.',
      {
        cause: error,
      },
    );
  }
  if (!response.ok) {
    throw new SkillgraftError(
      'artifact-file-missing',
      `${url.href} answered ${response.status}.`,
      'Check that the address is that of a published index.',
    );
  }
  return new Uint8Array(await response.arrayBuffer());
}
