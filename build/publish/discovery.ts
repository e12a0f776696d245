import { tarGz } from '../../runtime/http/archive.js';
import { resourceFile, resourcePath } from '../../schema/format.js';
import type { SkillEntry } from '../../schema/index.types.js';
import { codePointLength } from '../../schema/text.js';
import type { ArtifactFileMap } from '../types.js';
import { inMemory } from './open-publishable.js';
import type { Publishable } from './types.js';

/** Folder of the discovery index (Agent Skills Discovery 0.2.0), below a site's root. */
export const DISCOVERY_FOLDER = '.well-known/agent-skills';
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/** Bytes that an archive's files have together at most: what hosts take. */
const LARGEST = 16 * 1024 * 1024;

/** One skill as others find it: SKILL.md alone, or all of its files in an archive. */
export interface DiscoveryEntry {
  readonly name: string;
  readonly type: 'skill-md' | 'archive';
  readonly description: string;
  /** From the index's own folder on. */
  readonly url: string;
  readonly digest: string;
}

/** What a site publishes for discovery: the entries of its index, and the files that they name, by their addresses. */
export interface Discovery {
  readonly entries: readonly DiscoveryEntry[];
  readonly files: ArtifactFileMap;
}

/** The skills that the format has room for, the first one of each name; in the order given. */
export function discoverable(skills: readonly SkillEntry[]): SkillEntry[] {
  const named = new Set<string>();
  return skills.filter(({ name, description, resources }) => {
    const fits =
      name.length <= 64 &&
      /^[a-z\d]+(?:-[a-z\d]+)*$/.test(name) &&
      description.trim() !== '' &&
      codePointLength(description) <= 1024 &&
      resources.reduce((sum, { size }) => sum + size, 0) <= LARGEST;
    if (!fits || named.has(name)) return false;
    named.add(name);
    return true;
  });
}

/** Makes what a site publishes for discovery. The same files give the same bytes. */
export async function discoveryOf({ skills, files }: Publishable): Promise<Discovery> {
  const made = new Map<string, ReturnType<typeof inMemory>>();
  const entries: DiscoveryEntry[] = [];
  for (const skill of discoverable(skills)) {
    const isAlone = skill.resources.length === 1;
    const url = `${skill.name}${isAlone ? '/SKILL.md' : '.tar.gz'}`;
    const file = isAlone
      ? files.get(resourceFile(skill.resources[0]!.uri))!
      : inMemory(await archiveOf(skill, files));
    made.set(url, file);
    const { name, description } = skill;
    entries.push({ name, type: isAlone ? 'skill-md' : 'archive', description, url, digest: file.digest });
  }
  return { entries, files: made };
}

/** The index as a file; `base`, which ends in a slash, comes before each address. */
export function discoveryIndex(entries: readonly DiscoveryEntry[], base = ''): Uint8Array {
  const skills = entries.map((entry) => ({ ...entry, url: base + entry.url }));
  return Buffer.from(`${JSON.stringify({ $schema: SCHEMA, skills }, null, 2)}\n`);
}

async function archiveOf({ uri, resources }: SkillEntry, files: ArtifactFileMap): Promise<Uint8Array> {
  const read = resources.map(async (resource) => ({
    path: resourcePath(uri, resource.uri),
    bytes: await files.get(resourceFile(resource.uri))!.read(),
    executable: resource.executable === true,
  }));
  return tarGz(await Promise.all(read));
}
