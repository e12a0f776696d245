import { isObject } from '../../schema/skill/metadata.js';
import type { Json, JsonObject } from '../../schema/skill/types.js';
import { homeFolder } from '../files/user-folders.js';
import { loadFormat } from './formats/index.js';
import { readHostFile } from './host-file.js';
import { HOSTS } from './hosts/index.js';
import { type Host, type Place, SCOPES, type Scope } from './types.js';

/** Names of the MCP servers that hosts on this machine know, each with the first file that has it. */
export async function knownServers(place: Omit<Place, 'home'>): Promise<ReadonlyMap<string, string>> {
  const all = { ...place, home: homeFolder(place) };
  const found = await Promise.all(
    SCOPES.flatMap((scope) => HOSTS.map((host) => serversOf(host, scope, all))),
  );
  return new Map(found.flat().reverse());
}

async function serversOf(host: Host, scope: Scope, place: Place): Promise<[string, string][]> {
  const files = host.files[scope]?.(place) ?? [];
  const found = await Promise.all(
    files.map(async (file) => {
      const document = await readDocument(host, file);
      if (document === null) return [];
      const all = [host.keys(document), ...(scope === 'user' ? [host.ownKeys?.(place) ?? []] : [])];
      return all
        .filter((keys) => keys.length > 0)
        .flatMap((keys) => namesAt(document, keys))
        .map((name): [string, string] => [name, file]);
    }),
  );
  return found.flat();
}

/** Null for a file that is not there or cannot be read: its host cannot use it either. */
async function readDocument(host: Host, file: string): Promise<JsonObject | null> {
  try {
    const text = await readHostFile(file);
    return text === null ? null : (await loadFormat(host.format)).parse(text.replace(/^\ufeff/, ''), file);
  } catch {
    return null;
  }
}

function namesAt(document: JsonObject, keys: readonly string[]): string[] {
  let at: Json | undefined = document;
  for (const key of keys) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return isObject(at) ? Object.keys(at) : [];
}
