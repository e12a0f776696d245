import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fsFiles } from '../runtime/files/fs.js';
import { type LoadedArtifact, loadArtifact } from '../runtime/load.js';
import { filesAt } from '../runtime/open-index.js';
import { SkillgraftError } from '../schema/errors.js';
import { DIGEST_HEAD, FORMAT, INDEX_FILE, isSafePath, resourceFile } from '../schema/format.js';
import type { LineageSection } from '../schema/lineage.js';
import { filesOf } from './assemble.js';
import type { BuildOptions } from './options.js';

/** Lineage of an artifact that was built before, to go on from; undefined where there is none that is whole. */
export async function previousLineage(options: BuildOptions): Promise<LineageSection | undefined> {
  if (options.memo?.lineage !== undefined) return options.memo.lineage;
  if (options.incremental === false) return undefined;
  const { previous, repo, out } = options;
  const lineageOf: Reading<LineageSection> = (loaded) => loaded.section('lineage');
  if (previous !== undefined)
    return ifWhole(async () => lineageOf(await loadArtifact(await filesAt(previous, repo))));
  return out === undefined ? undefined : readWhole(out, lineageOf);
}

/** True where a whole artifact with at least one skill lies in a folder. */
export async function holdsSkills(folder: string): Promise<boolean> {
  return (await readWhole(folder, async (loaded) => (await loaded.section('skills')).length > 0)) ?? false;
}

/** The artifact that lies in a folder before a write. */
export interface FormerArtifact {
  /** Digests of its files by path, its index not among them; without digests where the index cannot be read. */
  readonly files: ReadonlyMap<string, string>;
  /** False where an index of ours is there that cannot be read: which files are its own is not known then. */
  readonly known: boolean;
}

/**
 * Looks at what a write is going to replace.
 *
 * @throws SkillgraftError `out-not-ours` where something else is called index.json
 */
export async function formerArtifact(folder: string): Promise<FormerArtifact> {
  const files = await readWhole(folder, async (loaded) =>
    filesOf(loaded.artifact, await loaded.section('skills')),
  );
  // An index is a file like others: what it names is moved or removed only where a build could have written it.
  if (files !== undefined) {
    return { files: new Map([...files].filter(([path]) => isArtifactPath(path))), known: true };
  }
  const index = await readFile(join(folder, INDEX_FILE)).catch(() => null);
  if (index === null) return { files: new Map(), known: true };
  const text = index.toString('latin1');
  if (isOurs(text)) return { files: filesNamedIn(text), known: false };
  throw new SkillgraftError(
    'out-not-ours',
    `${join(folder, INDEX_FILE)} is there, and it is no index of Skillgraft.`,
    'Choose an empty folder, or remove what lies there.',
  );
}

function isArtifactPath(path: string): boolean {
  return isSafePath(path) && (path.startsWith('skills/') || /^[a-z]+-[0-9a-f]{16}\.json$/.test(path));
}

/** True for an index that was cut short, changed, or is of another version, too. */
function isOurs(text: string): boolean {
  return DIGEST_HEAD.startsWith(text.slice(0, DIGEST_HEAD.length)) || text.includes(`"${FORMAT.name}"`);
}

/** What the text of a broken index still says: the files of its skills, with no digest. */
function filesNamedIn(text: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, uri] of text.matchAll(/"uri":"(skill:\/\/[\w%.~/-]+)"/g)) {
    try {
      files.set(resourceFile(uri!), '');
    } catch {
      // A malformed address names no file.
    }
  }
  return new Map([...files].filter(([path]) => isArtifactPath(path)));
}

type Reading<T> = (loaded: LoadedArtifact) => Promise<T>;

/** Reads something of the artifact in a folder. */
function readWhole<T>(folder: string, read: Reading<T>): Promise<T | undefined> {
  return ifWhole(async () => read(await loadArtifact(fsFiles(`${folder}/${INDEX_FILE}`))));
}

/** An artifact that is broken, or of another version, counts as none. */
async function ifWhole<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SkillgraftError) return undefined;
    throw error;
  }
}
