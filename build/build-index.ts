import { digestOf } from '../runtime/files/digest.js';
import type { Repository } from '../runtime/git/repository.js';
import { packageVersion } from '../runtime/package-info.js';
import { indexTooLarge, noSkills } from '../schema/build-kinds.js';
import { canonicalJson } from '../schema/codec.js';
import { compareFindings, compareText, type Finding, finding } from '../schema/diagnostic.js';
import { resourceFile } from '../schema/format.js';
import type { Artifact, SkillEntry } from '../schema/index.types.js';
import type { LineageSection } from '../schema/lineage.js';
import { DEFAULT_PROFILE } from '../schema/profile.js';
import { type ArtifactParts, type AssembledArtifact, assemble } from './assemble.js';
import { calibrate } from './calibration/calibrate.js';
import { Policy } from './check/policy.js';
import type { WaivedFinding } from './check/waivers/types.js';
import { discover } from './discover.js';
import { countCodes, searchableTexts, skillEntries } from './entries.js';
import type { Snapshot } from './git/snapshot.js';
import { buildLexical } from './lexical.js';
import { readLineage } from './lineage-stage.js';
import { readLinks } from './links.js';
import { judgeLost } from './lost-files.js';
import type { BuildOptions, BuildSettings } from './options.js';
import { previousLineage } from './previous.js';
import { readSkills } from './read.js';
import { type BuildSource, openSource } from './source.js';
import { readSynonyms } from './synonyms.js';
import type { ArtifactFile, ArtifactFileMap, ReadSkill } from './types.js';
import { evalKeys } from './usage/held-out.js';
import { readUsage } from './usage/read-usage.js';
import { judgeUsage, usageSection } from './usage/usage-stage.js';
import { readVectors } from './vectors-stage.js';

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
  readonly content: ArtifactFileMap;
  close(): Promise<void>;
}

/**
 * Builds the artifact of a commit (or a folder), without writing anything: read, discover, parse and validate,
 * lineage, lexical index, vectors, assemble. The same commit and settings give the same bytes.
 *
 * @throws SkillgraftError where it could not run; what is wrong with skills is a finding
 */
export async function buildIndex(options: BuildOptions): Promise<BuildResult> {
  const progress = options.onProgress ?? (() => undefined);
  const source = await openSource(options);
  try {
    return await buildFrom(source, options, progress);
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function buildFrom(
  source: BuildSource,
  options: BuildOptions,
  progress: NonNullable<BuildOptions['onProgress']>,
): Promise<BuildResult> {
  const { snapshot, settings } = source;
  // What cannot be had is said before the work begins.
  const { memo } = options;
  const opened = await source.openEmbedder();
  const embedder = memo?.embedder(opened) ?? opened;
  const discovery = discover(snapshot.entries, await readLinks(snapshot), rootsOf(settings));
  const lost = judgeLost(snapshot.problems, discovery.roots);
  const found = discovery.skills.length + lost.failed.length;
  const read = await readSkills(discovery.skills, snapshot, settings, progress, memo);
  const synonyms = await readSynonyms(snapshot, settings);
  const previous = await previousLineage(options);
  progress({ stage: 'lineage', done: 0, total: 1 });
  const lineage = await readLineage(source, read.skills, previous);
  if (memo !== undefined) memo.lineage = lineage.section;
  const usage = await readUsage(snapshot, read.skills, lineage.section);
  const routed = judgeUsage(read.skills, lineage.section, usage.records, await evalKeys(snapshot));
  progress({ stage: 'index', done: 0, total: 1 });
  const texts = searchableTexts(read.skills, lineage.section);
  const lexical = buildLexical(texts, DEFAULT_PROFILE, memo);
  const vectors = await readVectors(read.skills, embedder, progress);
  progress({ stage: 'calibrate', done: 0, total: 1 });
  const calibration = await calibrate({ texts, lexical, vectors, embedder, memo });
  const policy = new Policy({ settings: settings.rules, profile: settings.profile }, read.waivers);
  const judged = policy.judge([
    ...source.findings,
    ...lost.findings,
    ...discovery.findings,
    ...read.findings,
    ...synonyms.findings,
    ...lineage.findings,
    ...usage.findings,
    ...routed.findings,
    ...nothingFound(found, settings),
  ]);
  const complaints = [...policy.refused(), ...policy.unused(({ checkOnly }) => checkOnly !== true)];
  const findings = [...judged.findings, ...complaints].sort(compareFindings);
  const entries = skillEntries(read.skills, findings);
  const failed = [...read.failed, ...lost.failed]
    .map(({ path, codes }) => ({ path, codes: [...codes] }))
    .sort((a, b) => compareText(a.path, b.path));
  const parts = { skills: entries, lexical, vectors, calibration, synonyms: synonyms.table, embedder };
  const recorded = await usageSection(parts, routed);
  const from = sourceOf(source, lineage.section);
  const artifact: ArtifactParts = {
    generator: { name: 'skillgraft', version: packageVersion() },
    source: from,
    skills: entries,
    failed,
    findings: countCodes(findings),
    lexical,
    lineage: lineage.section,
    vectors,
    calibration,
    ...(synonyms.table === undefined ? {} : { synonyms: synonyms.table }),
    ...(recorded === undefined ? {} : { usage: recorded }),
  };
  const assembled = once(() => assemble(artifact));
  const size = policy.judge(sizeFindings(assembled, source.maxIndexBytes));
  const content = contentOf(read.skills, entries, source);
  const all = once(() => new Map([...assembled().files, ...content]));
  return {
    found,
    skills: entries,
    failed,
    findings: [...findings, ...size.findings].sort(compareFindings),
    waived: [...judged.waived, ...size.waived].sort((a, b) => compareFindings(a.finding, b.finding)),
    policy,
    notes: source.notes,
    commit: source.commit,
    lineage: lineage.section,
    top: source.top,
    gitDir: source.repository?.gitDir ?? null,
    source: from,
    settings,
    snapshot,
    repository: source.repository,
    parts: artifact,
    get index() {
      return assembled().index;
    },
    get files() {
      return all();
    },
    content,
    close: source.close,
  };
}

function rootsOf({ roots }: BuildSettings): { roots?: readonly string[] } {
  return roots === undefined ? {} : { roots };
}

function nothingFound(found: number, settings: BuildSettings): Finding[] {
  if (found > 0) return [];
  const roots = settings.roots?.join(', ') ?? 'skills/ or anywhere else';
  return [finding(noSkills, '.', { line: 1, column: 1 }, { roots })];
}

/** The index is made by then: a limit says nothing in it. */
function sizeFindings(assembled: () => AssembledArtifact, limit: number | null): Finding[] {
  if (limit === null) return [];
  const bytes = [...assembled().files.values()].reduce((sum, { size }) => sum + size, 0);
  if (bytes <= limit) return [];
  return [finding(indexTooLarge, '.', { line: 1, column: 1 }, { bytes, limit })];
}

function sourceOf(source: BuildSource, lineage: LineageSection): Artifact['source'] {
  const { snapshot, repository, settings } = source;
  const config = digestOf(Buffer.from(canonicalJson(settings)));
  if (snapshot.commit === undefined) return { kind: snapshot.kind, config };
  return {
    kind: 'commit',
    commit: snapshot.commit.id,
    tree: snapshot.commit.tree,
    ...(repository === null ? {} : { objectFormat: repository.objectFormat }),
    committedAt: new Date(snapshot.commit.committedAt * 1000).toISOString().replace('.000Z', 'Z'),
    config,
    ...(lineage.status === 'shallow' ? { shallow: true as const } : {}),
  };
}

function contentOf(
  skills: readonly ReadSkill[],
  entries: readonly SkillEntry[],
  source: BuildSource,
): ArtifactFileMap {
  const files = new Map<string, ArtifactFile>();
  skills.forEach((skill, i) => {
    skill.files.forEach(({ entry, digest, size }, k) => {
      const path = resourceFile(entries[i]!.resources[k]!.uri);
      files.set(path, { digest, size, read: () => source.snapshot.read(entry) });
    });
  });
  return files;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
