import { digestOf } from '../runtime/files/digest.js';
import { fsFiles } from '../runtime/files/fs.js';
import { loadArtifact } from '../runtime/load.js';
import { artifactStale } from '../schema/build-kinds.js';
import { canonicalJson } from '../schema/codec.js';
import { compareFindings, type Finding, finding } from '../schema/diagnostic.js';
import { SkillgraftError } from '../schema/errors.js';
import { INDEX_FILE } from '../schema/format.js';
import type { Artifact, SkillEntry } from '../schema/index.types.js';
import type { BuildResult } from './build-index.js';

/** What of the artifact in a folder is not what a build gives; nothing is written. Empty: it is the same, byte for byte. */
export async function checkArtifact(result: BuildResult, folder: string): Promise<readonly Finding[]> {
  const files = fsFiles(folder);
  const there = await files.read(INDEX_FILE).catch((error: unknown) => {
    if (error instanceof SkillgraftError) return null;
    throw error;
  });
  if (there === null) return [stale('.', 'is missing')];
  const findings = Buffer.from(there).equals(result.index) ? [] : await compareIndexes(result, folder);
  // Where the whole was built otherwise, what differs in each skill says nothing about the skills.
  if (findings.some(({ path }) => path === '.')) return findings;
  for (const [path, { digest }] of result.files) {
    if (path === INDEX_FILE) continue;
    const bytes = await files.read(path).catch(() => null);
    if (bytes === null) findings.push(stale(path, 'lacks this file'));
    else if (digestOf(bytes) !== digest) findings.push(stale(path, 'has other bytes for this file'));
  }
  return dedupe(findings).sort(compareFindings);
}

async function compareIndexes(result: BuildResult, folder: string): Promise<Finding[]> {
  try {
    const loaded = await loadArtifact(fsFiles(folder));
    const otherwise = builtOtherwise(loaded.artifact.source, result.source);
    if (otherwise !== null) return [stale('.', otherwise)];
    const skills = compareSkills(await loaded.section('skills'), result.skills);
    return skills.length > 0 ? skills : [stale('.', `was built from ${origin(loaded.artifact)}`)];
  } catch (error) {
    if (error instanceof SkillgraftError) return [stale('.', `cannot be read (${error.code})`)];
    throw error;
  }
}

/** How two builds differ in other things than what was committed between them; null where they do not. */
function builtOtherwise(there: Artifact['source'], built: Artifact['source']): string | null {
  if (there.config !== built.config)
    return 'was built with other settings (roots, profile, listing-budget, synonyms, hand-offs, embedder)';
  if (there.commit === undefined || there.commit !== built.commit) return null;
  if (there.shallow !== built.shallow) return 'was built from a clone with more or less of the history';
  return 'was built by another version of Skillgraft, or changed';
}

function compareSkills(there: readonly SkillEntry[], built: readonly SkillEntry[]): Finding[] {
  const before = new Map(there.map((skill) => [skill.path, skill]));
  const findings: Finding[] = [];
  for (const skill of built) {
    const old = before.get(skill.path);
    before.delete(skill.path);
    if (old === undefined) findings.push(stale(fileOf(skill), 'lacks this skill'));
    else if (canonicalJson(old.resources) !== canonicalJson(skill.resources)) {
      findings.push(stale(fileOf(skill), 'has another state of this skill'));
    }
  }
  for (const skill of before.values())
    findings.push(stale(fileOf(skill), 'has this skill, which is no longer there'));
  return findings;
}

function origin(artifact: Artifact): string {
  const { commit, kind } = artifact.source;
  return commit === undefined ? `a ${kind}` : `commit ${commit.slice(0, 12)}`;
}

function fileOf(skill: SkillEntry): string {
  return skill.path === '.' ? 'SKILL.md' : `${skill.path}/SKILL.md`;
}

function stale(path: string, what: string): Finding {
  return finding(artifactStale, path, { line: 1, column: 1 }, { what });
}

/** A changed skill shows in the index and in its files; once is enough. */
function dedupe(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ path }) => !seen.has(path) && seen.add(path));
}
