import type { Repository, TreeEntry } from '../runtime/git/repository.js';
import { indexTooLarge } from '../schema/build-kinds.js';
import { compareFindings, type Finding, finding } from '../schema/diagnostic.js';
import type { Artifact, SkillEntry } from '../schema/index.types.js';
import type { LineageSection } from '../schema/lineage.js';
import { type ArtifactParts, type AssembledArtifact, assemble } from './assemble.js';
import type { Policy } from './check/policy.js';
import type { WaivedFinding } from './check/waivers/types.js';
import type { Snapshot } from './git/snapshot.js';
import type { BuildOptions, BuildSettings } from './options.js';
import { type BuildSource, openSource } from './source.js';
import type { ArtifactFile, ArtifactFileMap } from './types.js';
import { type WorkedOut, workOut } from './work-out.js';

/** A file of a skill, and what it is in the source. */
interface SourceFile extends ArtifactFile {
  readonly entry: TreeEntry;
}

/** An artifact in memory, and what was found while it was made. `close` before leaving: files are read when needed. */
export interface BuildResult {
  /** SKILL.md files that were found, and how many of them stand in the index. */
  readonly found: number;
  readonly skills: readonly SkillEntry[];
  readonly failed: Artifact['failed'];
  readonly findings: readonly Finding[];
  /** Findings that a waiver in the file takes out of account. */
  readonly waived: readonly WaivedFinding[];
  /** Judges findings of later checks as those of the build were. */
  readonly policy: Policy;
  readonly notes: readonly string[];
  readonly commit: string | null;
  readonly lineage: LineageSection;
  /** Top folder of the work tree, or the folder that was built. */
  readonly top: string;
  /** Git's own folder; null for a folder without git. */
  readonly gitDir: string | null;
  /** What the artifact says about where it comes from. */
  readonly source: Artifact['source'];
  readonly settings: BuildSettings;
  /** The files as they were read; they can be read again as long as the build is open. */
  readonly snapshot: Snapshot;
  readonly repository: Repository | null;
  /** What the artifact is made of. */
  readonly parts: ArtifactParts;
  /** Bytes of index.json; made when first asked for. */
  readonly index: Uint8Array;
  /** All files of the artifact by path in its folder; made when first asked for. */
  readonly files: ArtifactFileMap;
  /** Those of the skills alone. */
  readonly content: ReadonlyMap<string, SourceFile>;
  /** The regular files of every skill that was found, those of broken ones included; each of them once. */
  readonly skillFiles: readonly TreeEntry[];
  close(): Promise<void>;
}

/**
 * Builds the artifact of a commit (or a folder), without writing anything: read, discover, parse and validate,
 * lineage, lexical index, vectors, assemble. The same commit and settings give the same bytes.
 *
 * @throws SkillgraftError where it could not run; what is wrong with skills is a finding
 */
export async function buildIndex(options: BuildOptions): Promise<BuildResult> {
  const source = await openSource(options);
  try {
    return builtFrom(source, await workOut(source, options));
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** The result of what was worked out from a source. */
export function builtFrom(
  source: BuildSource,
  { found, parts, findings, waived, policy, content: files, skillFiles }: WorkedOut,
): BuildResult {
  const assembled = once(() => assemble(parts));
  const size = policy.judge(sizeFindings(assembled, source.maxIndexBytes));
  const content = new Map(
    files.map(({ path, entry, digest, size }): [string, SourceFile] => [
      path,
      { entry, digest, size, read: () => source.snapshot.read(entry) },
    ]),
  );
  const all = once(() => new Map<string, ArtifactFile>([...assembled().files, ...content]));
  return {
    found,
    skills: parts.skills,
    failed: parts.failed,
    findings: [...findings, ...size.findings].sort(compareFindings),
    waived: [...waived, ...size.waived].sort((a, b) => compareFindings(a.finding, b.finding)),
    policy,
    notes: source.notes,
    commit: source.commit,
    lineage: parts.lineage,
    top: source.top,
    gitDir: source.repository?.gitDir ?? null,
    source: parts.source,
    settings: source.settings,
    snapshot: source.snapshot,
    repository: source.repository,
    parts,
    get index() {
      return assembled().index;
    },
    get files() {
      return all();
    },
    content,
    skillFiles,
    close: source.close,
  };
}

/** The index is made by then: a limit says nothing in it. */
function sizeFindings(assembled: () => AssembledArtifact, limit: number | null): Finding[] {
  if (limit === null) return [];
  const bytes = [...assembled().files.values()].reduce((sum, { size }) => sum + size, 0);
  if (bytes <= limit) return [];
  return [finding(indexTooLarge, '.', { line: 1, column: 1 }, { bytes, limit })];
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
