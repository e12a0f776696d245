import { compareText } from '../schema/diagnostic.js';
import { decodeUtf8 } from '../schema/text.js';
import { filesOfSkill, readResource } from './content.js';
import { binaryDiff, type DiffSide, unifiedDiff } from './diff/unified.js';
import { type ContentContext, readOld } from './skill-content.js';
import { chooseVersion } from './versions.js';

/** A version of a skill that is compared. */
export interface ComparedVersion {
  /** Its number; null where the history does not tell. */
  readonly version: number | null;
  /** Null for an index of a folder without git. */
  readonly commit: string | null;
  /** The skill's folder at that commit. */
  readonly path: string;
}

/** One file that differs. */
export interface FileDiff {
  /** Below the skill's folder. */
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** True where it is no text; `diff` then names it only. */
  readonly binary: boolean;
  /** Unified, with the folder that the skill has now on both sides. */
  readonly diff: string;
}

/** What differs between two versions of a skill. */
export interface VersionDiff {
  readonly path: string;
  readonly name: string;
  readonly from: ComparedVersion;
  readonly to: ComparedVersion;
  /** Sorted by path. */
  readonly files: readonly FileDiff[];
}

interface SideFile {
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

interface Side {
  readonly version: ComparedVersion;
  readonly files: ReadonlyMap<string, SideFile>;
}

/**
 * Compares the files of two versions of a skill, named as `get` takes them.
 *
 * @throws SkillgraftError `version-unknown`, `no-repository`, `file-changed`
 */
export async function diffVersions(
  context: ContentContext,
  from: string,
  to: string,
  repoDir: string | null,
): Promise<VersionDiff> {
  const before = await readSide(context, from, repoDir);
  const after = await readSide(context, to, repoDir);
  const { path: folder, name } = context.skill;
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].sort(compareText);
  const files = paths.flatMap((path) => {
    const one = fileDiff(folder, path, before.files.get(path), after.files.get(path));
    return one === null ? [] : [one];
  });
  return { path: folder, name, from: before.version, to: after.version, files };
}

async function readSide(context: ContentContext, wish: string, repoDir: string | null): Promise<Side> {
  const { skill, history, source, summary, files } = context;
  const chosen = chooseVersion(wish, history, source);
  if (chosen.kind !== 'current') {
    const old = await readOld(skill, chosen, history, files, repoDir);
    return {
      version: { version: old.version, commit: old.commit, path: old.path },
      files: new Map(
        old.files.map(({ path, bytes, executable }) => [path, { bytes, executable: executable === true }]),
      ),
    };
  }
  const current = await Promise.all(
    filesOfSkill(skill).map(async (file): Promise<[string, SideFile]> => {
      const bytes = await readResource(files, file);
      return [file.path, { bytes, executable: file.executable === true }];
    }),
  );
  return {
    version: { version: summary.version, commit: source.commit ?? null, path: skill.path },
    files: new Map(current),
  };
}

function fileDiff(
  folder: string,
  path: string,
  before: SideFile | undefined,
  after: SideFile | undefined,
): FileDiff | null {
  const [old, now] = [sideOf(before), sideOf(after)];
  const full = folder === '.' ? path : `${folder}/${path}`;
  const binary = old?.text === null || now?.text === null;
  const isSame =
    before !== undefined && after !== undefined && Buffer.compare(before.bytes, after.bytes) === 0;
  const differs = !isSame || before.executable !== after.executable;
  if (!differs) return null;
  const diff =
    binary && !isSame
      ? binaryDiff(full, asText(old), asText(now))
      : unifiedDiff(full, asText(old), asText(now));
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return { path, change, binary, diff };
}

function sideOf(file: SideFile | undefined): { text: string | null; executable: boolean } | null {
  if (file === undefined) return null;
  const { text, bom, problem } = decodeUtf8(file.bytes);
  return { text: problem === undefined ? (bom ? `\ufeff${text}` : text) : null, executable: file.executable };
}

function asText(side: { text: string | null; executable: boolean } | null): DiffSide | null {
  return side === null ? null : { text: side.text ?? '', executable: side.executable };
}
