import { posix } from 'node:path';
import { splitClauses } from '../schema/clauses.js';
import { compareText, type Finding } from '../schema/diagnostic.js';
import { isSafePath, resourceUri, uriFolder } from '../schema/format.js';
import type { SkillEntry } from '../schema/index.types.js';
import type { LineageSection } from '../schema/lineage.js';
import type { SearchableText } from './lexical.js';
import { type ReferringSkill, referencesTo } from './references.js';
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
      frontmatter: skill.frontmatter,
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

/**
 * One URI for each skill. Of two that would share files (`skills/a` and `a`, or `skills/a` and `a/b`), the later by path
 * gives way; a skill inside another one shares them rightly.
 */
function assignUris(skills: readonly ReadSkill[]): string[] {
  /** Which part of the repository the files of a folder come from, for each folder and those above it. */
  const holders = new Map<string, Set<string>>();
  const taken = new Map<string, string>();
  return skills.map(({ found: { path }, name }) => {
    const origin = path === '.' ? 'root' : path.startsWith('skills/') ? 'skills' : 'other';
    const isFree = (folder: string): boolean =>
      !taken.has(folder) &&
      [...(holders.get(folder) ?? [])].every((one) => one === origin) &&
      above(folder).every((one) => (taken.get(one) ?? origin) === origin);
    let folder = uriFolder(path === '.' ? rootFolder(name) : path);
    while (!isFree(folder)) folder = `_/${folder}`;
    taken.set(folder, origin);
    for (const one of above(folder)) holders.set(one, (holders.get(one) ?? new Set()).add(origin));
    return `skill://${folder}/SKILL.md`;
  });
}

/** The folders that a folder lies in. */
function above(folder: string): string[] {
  const parts = folder.split('/');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'));
}

/** The repository's own skill lies in a folder of its name, where that can name one. */
function rootFolder(name: string): string {
  const isFolderName = isSafePath(name) && !/[/\\]/.test(name) && Buffer.byteLength(name) <= 200;
  return isFolderName ? name : 'skill';
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

/**
 * The text by which skills are found, by field; names that a skill had before lead to it, too. Each string of a
 * description is a clause.
 */
export function searchableTexts(skills: readonly ReadSkill[], lineage: LineageSection): SearchableText[] {
  const former = new Map(lineage.skills.map((skill) => [skill.path, skill.formerly ?? []]));
  const references = referencesTo(skills.map(referringSkill));
  return skills.map((skill, i) => {
    const { metadata } = skill;
    const names = (former.get(historyPath(skill)) ?? []).map((path) => posix.basename(path));
    return {
      name: [skill.name, ...(metadata.displayName === undefined ? [] : [metadata.displayName])],
      description: [
        ...splitClauses(skill.own.description),
        ...splitClauses(skill.own.whenToUse),
        ...(metadata.triggers ?? []),
        ...(metadata.keywords ?? []),
        ...(metadata.tags ?? []),
        ...names,
      ],
      headings: skill.headings,
      bodyId: skill.files.map(({ entry, digest }) => `${entry.path}\0${digest}`).join('\0'),
      get body() {
        return skill.prose.map((bytes) => new TextDecoder().decode(bytes));
      },
      references: references[i]!,
    };
  });
}

function referringSkill(skill: ReadSkill): ReferringSkill {
  const { name, handOffs, prose } = skill;
  return { path: historyPath(skill), name, handOffs, prose: prose[0]! };
}
