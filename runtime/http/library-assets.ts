import { resourceFile, resourcePath } from '../../schema/format.js';
import { perLibrary } from '../mcp/per-library.js';
import { SkillIndex } from '../skill-index.js';
import type { SkillLibrary } from '../skill-library.js';
import { artifactAssets } from './artifact-files.js';
import type { Asset } from './asset.js';
import { DISCOVERY_FOLDER, type Discovery, discoveryOf } from './discovery.js';
import { mediaType } from './media-types.js';

/** Every file that is served of a library, by its path. Nothing else can be asked for: no path is joined to a folder. */
export interface LibraryAssets {
  /** Null: there is none. `path`: decoded. */
  find(path: string): Promise<Asset | null>;
}

const listed = perLibrary(listAssets);

/** The files of a library, listed once. */
export function assetsOf(library: SkillLibrary): LibraryAssets {
  return listed(library, null);
}

function listAssets(library: SkillLibrary): LibraryAssets {
  const files = new Map<string, Asset>([
    ...(library instanceof SkillIndex ? artifactAssets(library) : []),
    ...skillAssets(library),
  ]);
  let discovery: Promise<Discovery> | null = null;
  const discover = async (): Promise<Discovery> => {
    const found = await discoveryOf(library);
    // What could not be read may be mended the next time.
    if (!found.isWhole) discovery = null;
    return found;
  };
  return {
    async find(path) {
      if (!path.startsWith(`${DISCOVERY_FOLDER}/`)) return files.get(path) ?? null;
      discovery ??= discover();
      return (await discovery).assets.get(path) ?? null;
    },
  };
}

function* skillAssets(library: SkillLibrary): Generator<[string, Asset]> {
  for (const skill of library.skills) {
    for (const { uri, digest } of skill.resources) {
      const file = resourcePath(skill.uri, uri);
      const read = async (): Promise<Uint8Array> => (await library.file(skill.path, file)).bytes;
      yield [`/${resourceFile(uri)}`, { digest, type: mediaType(file), read }];
    }
  }
}
