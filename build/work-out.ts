import { digestOf } from '../runtime/files/digest.js';
import type { TreeEntry } from '../runtime/git/repository.js';
import { packageVersion } from '../runtime/package-info.js';
import { noSkills } from '../schema/build-kinds.js';
import { canonicalJson } from '../schema/codec.js';
import { compareFindings, compareText, type Finding, finding } from '../schema/diagnostic.js';
import { resourceFile } from '../schema/format.js';
import type { Artifact, SkillEntry } from '../schema/index.types.js';
import type { LineageSection } from '../schema/lineage.js';
import { DEFAULT_PROFILE } from '../schema/profile.js';
import type { ArtifactParts } from './assemble.js';
import { calibrate } from './calibration/calibrate.js';
import { Policy } from './check/policy.js';
import type { WaivedFinding } from './check/waivers/types.js';
import { type DiscoveredSkill, discover } from './discover.js';
import { countCodes, searchableTexts, skillEntries } from './entries.js';
import { buildLexical } from './lexical.js';
import { readLineage, startHistory } from './lineage-stage.js';
import { readLinks } from './links.js';
import { judgeLost } from './lost-files.js';
import type { BuildOptions, BuildSettings } from './options.js';
import { previousLineage } from './previous.js';
import { readSkills } from './read.js';
import type { BuildSource } from './source.js';
import { readSynonyms } from './synonyms.js';
import type { ReadSkill } from './types.js';
import { evalKeys } from './usage/held-out.js';
import { readUsage } from './usage/read-usage.js';
import { judgeUsage, usageSection } from './usage/usage-stage.js';
import { readVectors } from './vectors-stage.js';

/** A file of a skill, and its path in the artifact's folder. */
export interface ContentFile {
  readonly path: string;
  readonly entry: TreeEntry;
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
}

/** What a build finds out about a source. */
export interface WorkedOut {
  /** SKILL.md files that were found. */
  readonly found: number;
  readonly parts: ArtifactParts & {
    readonly skills: readonly SkillEntry[];
    readonly lineage: LineageSection;
  };
  /** Sorted; what waivers take out of account is not among them. */
  readonly findings: readonly Finding[];
  readonly waived: readonly WaivedFinding[];
  /** It has judged all that was found. */
  readonly policy: Policy;
  readonly content: readonly ContentFile[];
  /** The regular files of every skill that was found, those of broken ones included; each of them once. */
  readonly skillFiles: readonly TreeEntry[];
}

/** Reads, discovers, parses and validates, follows the lineage, indexes, embeds and calibrates. */
export async function workOut(source: BuildSource, options: BuildOptions): Promise<WorkedOut> {
  const progress = options.onProgress ?? (() => undefined);
  const { snapshot, settings } = source;
  // What cannot be had is said before the work begins.
  const { memo } = options;
  const opened = await source.openEmbedder();
  const embedder = memo?.embedder(opened) ?? opened;
  const discovery = discover(snapshot.entries, await readLinks(snapshot), rootsOf(settings));
  const lost = judgeLost(snapshot.problems, discovery.roots);
  const found = discovery.skills.length + lost.failed.length;
  const history = startHistory(source, await previousLineage(options));
  const read = await readSkills(discovery.skills, snapshot, settings, progress, memo);
  const synonyms = await readSynonyms(snapshot, settings);
  progress({ stage: 'lineage', done: 0, total: 1 });
  const lineage = await readLineage(source, read.skills, history);
  if (memo !== undefined) memo.lineage = lineage.section;
  const usage = await readUsage(snapshot, read.skills, lineage.section);
  const routed = judgeUsage(read.skills, lineage.section, usage.records, await evalKeys(snapshot));
  progress({ stage: 'index', done: 0, total: 1 });
  const texts = searchableTexts(read.skills, lineage.section);
  const lexical = buildLexical(texts, DEFAULT_PROFILE, memo);
  const vectors = await readVectors(read.skills, embedder, progress, memo);
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
  const artifact = {
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
  return {
    found,
    parts: artifact,
    findings,
    waived: judged.waived,
    content: contentOf(read.skills, entries),
    skillFiles: filesOf(discovery.skills),
    policy,
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

function filesOf(found: readonly DiscoveredSkill[]): TreeEntry[] {
  const regular = found.flatMap(({ files }) => files).filter(({ mode }) => mode.startsWith('100'));
  // A nested skill's files are also the outer one's.
  return [...new Map(regular.map((file) => [file.path, file])).values()];
}

function contentOf(skills: readonly ReadSkill[], entries: readonly SkillEntry[]): ContentFile[] {
  return skills.flatMap((skill, i) =>
    skill.files.map(({ entry, digest, size }, k) => ({
      path: resourceFile(entries[i]!.resources[k]!.uri),
      entry,
      digest,
      size,
    })),
  );
}
