import type { SkillIndex } from '../../runtime/skill-index.js';
import { resourceFile, resourcePath } from '../../schema/format.js';
import type { SkillEntry } from '../../schema/index.types.js';
import { decodeUtf8, toLf } from '../../schema/text.js';
import type { BuildResult } from '../build-index.js';

/** One of the two commits, built and opened. */
export interface Side {
  readonly built: BuildResult;
  readonly index: SkillIndex;
}

/** A file of a skill. */
export interface FileState {
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  readonly executable: boolean;
  /** LF line ends; null where it is no text, is large, or was not read. */
  readonly text: string | null;
}

/** A skill on one side, with the texts of the files that were asked for. */
export interface SkillState {
  readonly entry: SkillEntry;
  /** LF line ends, front matter and all. */
  readonly text: string;
  /** Text behind the front matter. */
  readonly body: string;
  /** By path below the skill's folder; SKILL.md is among them, files of skills inside of it are not. */
  readonly files: ReadonlyMap<string, FileState>;
}

/** Files of more bytes are compared by their digests alone. */
const LARGEST_READ = 1_000_000;
const FRONT_MATTER = /^---[ \t]*\n(?:[\s\S]*?\n)?---[ \t]*(?:\n|$)/;

/** Reads a skill; `wanted` says which of its files' texts are needed, by path below its folder. */
export async function readSkillState(
  { built }: Side,
  entry: SkillEntry,
  wanted: (path: string) => boolean,
): Promise<SkillState> {
  const inner = built.skills
    .filter(({ path }) => path !== entry.path && isBelow(path, entry.path))
    .map(({ path }) => (entry.path === '.' ? path : path.slice(entry.path.length + 1)));
  const files = new Map<string, FileState>();
  for (const { uri, digest, size, executable = false } of entry.resources) {
    const path = resourcePath(entry.uri, uri);
    if (inner.some((folder) => isBelow(path, folder))) continue;
    const isRead = size <= LARGEST_READ && (path === 'SKILL.md' || wanted(path));
    files.set(path, { digest, size, executable, text: isRead ? await readText(built, uri) : null });
  }
  const text = files.get('SKILL.md')?.text ?? '';
  return { entry, text, body: text.replace(FRONT_MATTER, ''), files };
}

function isBelow(path: string, folder: string): boolean {
  return folder === '.' || path.startsWith(`${folder}/`);
}

async function readText(built: BuildResult, uri: string): Promise<string | null> {
  const file = built.content.get(resourceFile(uri));
  if (file === undefined) return null;
  const { text, problem } = decodeUtf8(await file.read());
  return problem === undefined ? toLf(text) : null;
}
