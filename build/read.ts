import { digestOf } from '../runtime/files/digest.js';
import type { TreeEntry } from '../runtime/git/repository.js';
import { compareText, type Finding } from '../schema/diagnostic.js';
import { readMarkdown, readProse } from '../schema/markdown.js';
import { type CollectedSkill, validateCollection } from '../schema/skill/collection.js';
import { readMetadata } from '../schema/skill/metadata.js';
import { printBody } from '../schema/skill/near-duplicates.js';
import { parseSkill } from '../schema/skill/parse.js';
import type { RepositoryFiles } from '../schema/skill/rule.js';
import { anchorsOf } from '../schema/skill/rules/link-anchor.js';
import { estimateTokens } from '../schema/skill/tokens.js';
import { isLoadable, validateSkill } from '../schema/skill/validate.js';
import { decodeUtf8, toLf } from '../schema/text.js';
import { ruleOptions } from './check/rule-levels.js';
import { readWaivers } from './check/waivers/read-waivers.js';
import type { Waiver } from './check/waivers/types.js';
import { detach } from './detach.js';
import type { DiscoveredSkill } from './discover.js';
import type { Snapshot } from './git/snapshot.js';
import { likePaths } from './like-paths.js';
import { type BuildMemo, remembered } from './memo.js';
import type { BuildSettings } from './options.js';
import { ownTexts, wholeTexts } from './own-texts.js';
import type { Progress, ReadSkill } from './types.js';

/** Skills that are read at once: their files are in memory together. */
const BATCH = 64;
/** Larger documents beside SKILL.md are served, but not searched. */
const LARGEST_SEARCHED = 1_000_000;
/** Keys that the lineage stage may find fault with. */
const REPORTED_LATER = /^description$|(?:derived|merged)[-_]from$|superseded[-_]by$/;
const SEARCHED = /\.(?:md|mdx|markdown|txt)$/i;

/** What became of the files that were found. */
export interface ReadResult {
  readonly skills: readonly ReadSkill[];
  /** Files that cannot stand in the index, with the errors that say why. */
  readonly failed: readonly { readonly path: string; readonly codes: readonly string[] }[];
  readonly findings: readonly Finding[];
  /** What the files of all skills waive. */
  readonly waivers: readonly Waiver[];
}

/** Reads, parses and validates every skill, and all of them together; a broken one becomes findings, the others go on. */
export async function readSkills(
  found: readonly DiscoveredSkill[],
  snapshot: Snapshot,
  settings: BuildSettings,
  onProgress: (progress: Progress) => void,
  memo?: BuildMemo,
): Promise<ReadResult> {
  const tree = {
    kindOf: kindsOf(snapshot.entries),
    likeOf: likePaths(snapshot.entries.map(({ path }) => path)),
  };
  const skills: ReadSkill[] = [];
  const collected: CollectedSkill[] = [];
  const failed: { path: string; codes: string[] }[] = [];
  const findings: Finding[] = [];
  const waivers = new Map<string, readonly Waiver[]>();
  for (let start = 0; start < found.length; start += BATCH) {
    const batch = found.slice(start, start + BATCH).map((one) => ({ one, files: filesToRead(one) }));
    const bytes = await snapshot.readAll(batch.flatMap(({ files }) => files));
    let at = 0;
    for (const { one, files } of batch) {
      const result = readOne(one, files, bytes.slice(at, at + files.length), tree, settings, memo);
      files.forEach((file, i) => {
        // A nested skill's files are also the outer one's.
        if (!waivers.has(file.path) && bytes[at + i]!.length <= LARGEST_SEARCHED)
          waivers.set(file.path, detach(readWaivers(bytes[at + i]!, file.path)));
      });
      at += files.length;
      findings.push(...detach(result.findings));
      if (result.skill === null) failed.push({ path: one.file, codes: errorCodes(result.findings) });
      else {
        skills.push(result.skill);
        collected.push({ ...result.collected, file: one.file, digest: one.entry.oid });
      }
    }
    onProgress({ stage: 'read', done: Math.min(start + BATCH, found.length), total: found.length });
  }
  const { listingBudget } = settings;
  findings.push(...validateCollection(collected, listingBudget === undefined ? {} : { listingBudget }));
  return { skills, failed, findings, waivers: [...waivers.values()].flat() };
}

/** SKILL.md first, then by path; submodules and links that lead nowhere have no bytes. */
function filesToRead(found: DiscoveredSkill): TreeEntry[] {
  const others = found.files.filter((file) => file.path !== found.file && file.mode.startsWith('100'));
  return [found.entry, ...others.sort((a, b) => compareText(a.path, b.path))];
}

type ReadOne = { readonly findings: readonly Finding[] } & (
  | { readonly skill: null }
  | { readonly skill: ReadSkill; readonly collected: Pick<CollectedSkill, 'name' | 'description' | 'body'> }
);

function readOne(
  found: DiscoveredSkill,
  files: readonly TreeEntry[],
  bytes: readonly Uint8Array[],
  tree: Pick<RepositoryFiles, 'kindOf' | 'likeOf'>,
  settings: BuildSettings,
  memo: BuildMemo | undefined,
): ReadOne {
  const known = <T>(kind: string, make: () => T): T =>
    remembered(memo, kind, `${found.file}\0${found.entry.oid}`, make);
  const parsed = known('skill', () => parseSkill(bytes[0]!, found.file));
  if (parsed.document === null) return { skill: null, findings: parsed.findings };
  const { document } = parsed;
  const folder = found.path === '.' ? null : found.path.slice(found.path.lastIndexOf('/') + 1);
  const markdown = known('markdown', () => readMarkdown(document.body));
  const texts = readTexts(found, files, bytes, memo);
  const findings = [
    ...parsed.findings,
    ...validateSkill({
      path: found.file,
      folderName: folder,
      document,
      profile: settings.profile,
      options: ruleOptions(settings.rules),
      files: {
        ...tree,
        anchorsOf: (path) => texts.get(path)?.anchors(),
        ownFiles: files.map((file) => file.path),
      },
      markdown,
    }),
  ];
  if (!isLoadable(parsed)) return { skill: null, findings };
  const { name, description, metadata } = readMetadata(document, folder ?? 'skill');
  const skill: ReadSkill = {
    found,
    files: files.map((entry, i) => ({
      entry,
      digest: remembered(memo, 'digest', entry.oid, () => digestOf(bytes[i]!)),
      size: bytes[i]!.length,
    })),
    frontmatter: detach(document.frontmatter),
    positions: new Map([...document.positions].filter(([key]) => REPORTED_LATER.test(key))),
    ...detach({ name, description, metadata, headings: markdown.headings.map((heading) => heading.text) }),
    ...detach(
      settings.handOffs === false
        ? wholeTexts(description, metadata)
        : known('own', () => ownTexts(name, description, metadata)),
    ),
    prose: [markdown.prose, ...[...texts.values()].map((text) => text.prose)].map((text) =>
      Buffer.from(text),
    ),
    bodyDigest: digestOf(Buffer.from(document.body)),
    tokens: known('tokens', () => estimateTokens(name, description, document.body)),
  };
  return {
    skill,
    collected: {
      name: skill.name,
      description: skill.description,
      body: known('print', () => printBody(document.body)),
    },
    findings,
  };
}

type SkillText = { readonly prose: string; readonly anchors: () => ReadonlySet<string> };

/** The skill's other documents, by path; files that are no text are not searched. */
function readTexts(
  found: DiscoveredSkill,
  files: readonly TreeEntry[],
  bytes: readonly Uint8Array[],
  memo: BuildMemo | undefined,
): Map<string, SkillText> {
  const texts = new Map<string, SkillText>();
  files.forEach((file, i) => {
    const isSearched = file.path !== found.file && SEARCHED.test(file.path) && !isSkillFile(file.path);
    if (!isSearched || bytes[i]!.length > LARGEST_SEARCHED) return;
    const text = remembered(memo, 'text', file.oid, () => readText(bytes[i]!));
    if (text !== null) texts.set(file.path, text);
  });
  return texts;
}

function readText(bytes: Uint8Array): SkillText | null {
  const { text, problem } = decodeUtf8(bytes);
  if (problem !== undefined) return null;
  const lf = toLf(text);
  let anchors: ReadonlySet<string> | undefined;
  return {
    prose: readProse(lf),
    // Few links lead to a heading of another file.
    anchors: () => {
      anchors ??= anchorsOf(
        readMarkdown(lf).headings.map((heading) => heading.text),
        text,
      );
      return anchors;
    },
  };
}

/** A nested skill's own text is searched as that skill. */
function isSkillFile(path: string): boolean {
  return path.endsWith('/SKILL.md');
}

function errorCodes(findings: readonly Finding[]): string[] {
  return [...new Set(findings.filter((one) => one.severity === 'error').map((one) => one.code))].sort();
}

function kindsOf(entries: readonly TreeEntry[]): RepositoryFiles['kindOf'] {
  const files = new Set(entries.map((entry) => entry.path));
  const folders = new Set<string>();
  for (const path of files) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return (path) => (files.has(path) ? 'file' : folders.has(path) || path === '' ? 'folder' : undefined);
}
