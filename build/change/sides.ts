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
  /** True where a byte order mark stands before the text. */
  readonly bom?: boolean;
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

/** Reads skills, each with the texts of all its files, or of SKILL.md alone. */
export async function readSkillStates(
  { built }: Side,
  entries: readonly SkillEntry[],
  which: 'all' | 'SKILL.md',
): Promise<SkillState[]> {
  const skills = entries.map((entry) => ({ entry, files: ownFiles(built, entry) }));
  const wanted = skills
    .flatMap(({ files }) => files)
    .filter(({ path, size }) => size <= LARGEST_READ && (which === 'all' || path === 'SKILL.md'));
  // One question to git for all: to wait for each file takes longer than to read it.
  const bytes = await built.snapshot.readAll(wanted.map(({ file }) => file.entry));
  const texts = new Map(wanted.map(({ file }, i) => [file, textOf(bytes[i]!)]));
  return skills.map(({ entry, files }) => {
    const states = files.map(({ path, file, digest, size, executable }): [string, FileState] => [
      path,
      { digest, size, executable, ...(texts.get(file) ?? { text: null }) },
    ]);
    const state = new Map(states);
    const text = state.get('SKILL.md')?.text ?? '';
    return { entry, text, body: text.replace(FRONT_MATTER, ''), files: state };
  });
}

/** Its files by path below its folder, without those of skills inside of it. */
function ownFiles(built: BuildResult, entry: SkillEntry) {
  const inner = built.skills
    .filter(({ path }) => path !== entry.path && isBelow(path, entry.path))
    .map(({ path }) => (entry.path === '.' ? path : path.slice(entry.path.length + 1)));
  return entry.resources.flatMap(({ uri, digest, size, executable = false }) => {
    const path = resourcePath(entry.uri, uri);
    const file = built.content.get(resourceFile(uri));
    if (file === undefined || inner.some((folder) => isBelow(path, folder))) return [];
    return [{ path, file, digest, size, executable }];
  });
}

function isBelow(path: string, folder: string): boolean {
  return folder === '.' || path.startsWith(`${folder}/`);
}

function textOf(bytes: Uint8Array): Pick<FileState, 'text' | 'bom'> {
  const { text, bom, problem } = decodeUtf8(bytes);
  return problem === undefined ? { text: toLf(text), bom } : { text: null };
}
