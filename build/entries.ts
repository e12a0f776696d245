import { posix } from 'node:path';
import { compareText, type Finding } from '../schema/diagnostic.js';
import { resourceUri, uriFolder } from '../schema/format.js';
import type { SkillEntry } from '../schema/index.types.js';
import type { LineageSection } from '../schema/lineage.js';
import type { SearchableText } from './lexical.js';
import type { ReadSkill } from './types.js';

/** Makes the artifact's entries, sorted by path. `findings` are all of the build's. */
export function skillEntries(skills: readonly ReadSkill[], findings: readonly Finding[]): SkillEntry[] {
  const uris = assignUris(skills);
  const byFile = countByFile(findings);
  return skills.map((skill, i) => {
    const uri = uris[i]!;
    const counts = byFile.get(skill.found.file);
    return {
      path: skill.found.path,
      ...realPath(skill),
      name: skill.name,
      uri,
      description: skill.description,
      frontmatter: skill.document.frontmatter,
      metadata: skill.metadata,
      tokens: skill.tokens,
      resources: skill.files.map(({ entry, digest, size }) => ({
        uri: resourceUri(uri, pathInSkill(skill, entry.path)),
        digest,
        size,
        ...(entry.mode === '100755' ? { executable: true as const } : {}),
      })),
      headings: [...skill.headings],
      bodyDigest: skill.bodyDigest,
      ...(counts === undefined ? {} : { findings: counts }),
    };
  });
}

/** Folder of the real SKILL.md where a link leads to it; what its history is kept under. */
export function historyPath(skill: ReadSkill): string {
  return posix.basename(skill.found.realFile) === 'SKILL.md'
    ? posix.dirname(skill.found.realFile)
    : skill.found.path;
}

function realPath(skill: ReadSkill): { realPath?: string } {
  const path = historyPath(skill);
  return path === skill.found.path ? {} : { realPath: path };
}

function pathInSkill(skill: ReadSkill, path: string): string {
  return skill.found.path === '.' ? path : path.slice(skill.found.path.length + 1);
}

/** One URI for each skill; of two folders that would share one (`skills/a` and `a`), the later by path gives way. */
function assignUris(skills: readonly ReadSkill[]): string[] {
  const taken = new Set<string>();
  return skills.map((skill) => {
    let folder = uriFolder(skill.found.path === '.' ? skill.name : skill.found.path);
    while (taken.has(folder)) folder = `_/${folder}`;
    taken.add(folder);
    return `skill://${folder}/SKILL.md`;
  });
}

function countByFile(findings: readonly Finding[]): Map<string, Record<string, number>> {
  const byFile = new Map<string, Record<string, number>>();
  for (const { path, code } of findings) {
    const counts = byFile.get(path) ?? {};
    counts[code] = (counts[code] ?? 0) + 1;
    byFile.set(path, counts);
  }
  return byFile;
}

/** How often each code occurs. */
export function countCodes(findings: readonly Finding[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of [...findings].sort((a, b) => compareText(a.code, b.code)))
    counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** The text by which skills are found, by field; names that a skill had before lead to it, too. */
export function searchableTexts(skills: readonly ReadSkill[], lineage: LineageSection): SearchableText[] {
  const former = new Map(lineage.skills.map((skill) => [skill.path, skill.formerly ?? []]));
  return skills.map((skill) => {
    const { metadata } = skill;
    const names = (former.get(historyPath(skill)) ?? []).map((path) => posix.basename(path));
    return {
      name: [skill.name, ...(metadata.displayName === undefined ? [] : [metadata.displayName])],
      description: [
        skill.description,
        metadata.whenToUse ?? '',
        ...(metadata.triggers ?? []),
        ...(metadata.keywords ?? []),
        ...(metadata.tags ?? []),
        ...names,
      ],
      headings: skill.headings,
      body: skill.prose,
    };
  });
}
