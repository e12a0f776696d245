import { sha256 } from '../../schema/codec.js';
import { SkillgraftError } from '../../schema/errors.js';
import { resourcePath } from '../../schema/format.js';
import type { SkillEntry } from '../../schema/index.types.js';
import { codePointLength } from '../../schema/text.js';
import { perLibrary } from '../mcp/per-library.js';
import type { SkillLibrary } from '../skill-library.js';
import { tarGz } from './archive.js';
import type { Asset } from './asset.js';

/** Folder of the discovery index (Agent Skills Discovery 0.2.0). */
export const DISCOVERY_FOLDER = '/.well-known/agent-skills';
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/** Bytes that an archive's files have together at most: what hosts take. */
const LARGEST = 16 * 1024 * 1024;

/** The discovery index of a library. */
export interface Discovery {
  /** The index itself, and the files that its entries name, by their paths. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** False: a skill is missing, as its files could not be read. */
  readonly isWhole: boolean;
}

/** One skill as others find it: SKILL.md alone, or all of its files in an archive. */
interface Entry {
  readonly name: string;
  readonly type: 'skill-md' | 'archive';
  readonly description: string;
  readonly url: string;
  readonly digest: string;
}

const listed = perLibrary(listDiscoverable);

/** The skills that the format has room for, the first one of each name; path order. */
export function discoverable(library: SkillLibrary): readonly SkillEntry[] {
  return listed(library, null);
}

function listDiscoverable(library: SkillLibrary): SkillEntry[] {
  const named = new Set<string>();
  return library.skills.filter((skill) => {
    const { name, description } = skill;
    const fits =
      name.length <= 64 &&
      /^[a-z\d]+(?:-[a-z\d]+)*$/.test(name) &&
      description.trim() !== '' &&
      codePointLength(description) <= 1024 &&
      bytesOf(skill) <= LARGEST;
    if (!fits || named.has(name)) return false;
    named.add(name);
    return true;
  });
}

/**
 * Makes the discovery index of a library. The digest of an archive is that of its bytes, so that each is made once
 * here, and again when it is asked for; they are not kept. A skill whose files cannot be read is left out.
 */
export async function discoveryOf(library: SkillLibrary): Promise<Discovery> {
  const assets = new Map<string, Asset>();
  const entries: Entry[] = [];
  const skills = discoverable(library);
  for (const skill of skills) {
    const isAlone = skill.resources.length === 1;
    const asset = isAlone ? documentOf(library, skill) : await archiveOf(library, skill);
    if (asset === null) continue;
    const { name, description } = skill;
    const url = `${DISCOVERY_FOLDER}/${name}${isAlone ? '/SKILL.md' : '.tar.gz'}`;
    assets.set(url, asset);
    entries.push({ name, type: isAlone ? 'skill-md' : 'archive', description, url, digest: asset.digest });
  }
  const text = JSON.stringify({ $schema: SCHEMA, skills: entries }, null, 2);
  const bytes = new TextEncoder().encode(`${text}\n`);
  const index = { digest: await sha256(bytes), type: 'application/json', read: async () => bytes };
  assets.set(`${DISCOVERY_FOLDER}/index.json`, index);
  return { assets, isWhole: entries.length === skills.length };
}

function documentOf(library: SkillLibrary, skill: SkillEntry): Asset {
  const read = async (): Promise<Uint8Array> => (await library.file(skill.path, 'SKILL.md')).bytes;
  return { digest: skill.resources[0]!.digest, type: 'text/markdown; charset=utf-8', read };
}

async function archiveOf(library: SkillLibrary, skill: SkillEntry): Promise<Asset | null> {
  const read = async (): Promise<Uint8Array> => tarGz(await filesOf(library, skill));
  try {
    return { digest: await sha256(await read()), type: 'application/gzip', read };
  } catch (error) {
    if (error instanceof SkillgraftError) return null;
    throw error;
  }
}

async function filesOf(library: SkillLibrary, { path, uri, resources }: SkillEntry) {
  const paths = resources.map((resource) => resourcePath(uri, resource.uri));
  const files = await Promise.all(paths.map((file) => library.file(path, file)));
  return files.map((file, i) => ({
    path: paths[i]!,
    bytes: file.bytes,
    executable: file.executable === true,
  }));
}

function bytesOf({ resources }: SkillEntry): number {
  return resources.reduce((sum, { size }) => sum + size, 0);
}
