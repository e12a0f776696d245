import { digestOf } from '../runtime/files/digest.js';
import type { TreeEntry } from '../runtime/git/repository.js';
import type { Finding } from '../schema/diagnostic.js';
import { readMarkdown, readProse } from '../schema/markdown.js';
import type { CollectedSkill } from '../schema/skill/collection.js';
import { readMetadata } from '../schema/skill/metadata.js';
import { printBody } from '../schema/skill/near-duplicates.js';
import { parseSkill } from '../schema/skill/parse.js';
import { anchorsOf } from '../schema/skill/rules/link-anchor.js';
import { estimateTokens } from '../schema/skill/tokens.js';
import { isLoadable, validateSkill } from '../schema/skill/validate.js';
import { decodeUtf8, toLf } from '../schema/text.js';
import { ruleOptions } from './check/rule-levels.js';
import { readWaivers } from './check/waivers/read-waivers.js';
import type { Waiver } from './check/waivers/types.js';
import { detach } from './detach.js';
import type { DiscoveredSkill } from './discover.js';
import type { BuildSettings } from './options.js';
import { ownTexts, wholeTexts } from './own-texts.js';
import type { TreeQuestions } from './tree-answers.js';
import type { ReadSkill } from './types.js';

/** Larger documents beside SKILL.md are served, but not searched. */
const LARGEST_SEARCHED = 1_000_000;
/** Keys that the lineage stage may find fault with. */
const REPORTED_LATER = /^description$|(?:derived|merged)[-_]from$|superseded[-_]by$/;
const SEARCHED = /\.(?:md|mdx|markdown|txt)$/i;

/** What the files of one skill give. */
export interface SkillReading {
  readonly findings: readonly Finding[];
  /** By path of the file that they stand in; files without any are left out. */
  readonly waivers: ReadonlyMap<string, readonly Waiver[]>;
  /** Null where it cannot stand in the index. */
  readonly read: {
    readonly skill: Omit<ReadSkill, 'found'>;
    readonly body: CollectedSkill['body'];
  } | null;
}

/**
 * Reads, parses and validates one skill. What comes back holds no part of the files' texts.
 *
 * @param files SKILL.md first
 * @param bytes of each file
 */
export function readSkill(
  found: DiscoveredSkill,
  files: readonly TreeEntry[],
  bytes: readonly Uint8Array[],
  tree: TreeQuestions,
  settings: BuildSettings,
): SkillReading {
  const { findings, read } = readOne(found, files, bytes, tree, settings);
  const waivers = new Map<string, readonly Waiver[]>();
  files.forEach(({ path }, i) => {
    const own = bytes[i]!.length > LARGEST_SEARCHED ? [] : readWaivers(bytes[i]!, path);
    if (own.length > 0) waivers.set(path, detach(own));
  });
  return { read, findings: detach(findings), waivers };
}

function readOne(
  found: DiscoveredSkill,
  files: readonly TreeEntry[],
  bytes: readonly Uint8Array[],
  tree: TreeQuestions,
  settings: BuildSettings,
): Omit<SkillReading, 'waivers'> {
  const parsed = parseSkill(bytes[0]!, found.file);
  if (parsed.document === null) return { read: null, findings: parsed.findings };
  const { document } = parsed;
  const folder = found.path === '.' ? null : found.path.slice(found.path.lastIndexOf('/') + 1);
  const markdown = readMarkdown(document.body);
  const texts = readTexts(found, files, bytes);
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
  if (!isLoadable(parsed)) return { read: null, findings };
  const { name, description, metadata } = readMetadata(document, folder ?? 'skill');
  const skill = {
    files: files.map((entry, i) => ({ entry, digest: digestOf(bytes[i]!), size: bytes[i]!.length })),
    frontmatter: detach(document.frontmatter),
    positions: new Map([...document.positions].filter(([key]) => REPORTED_LATER.test(key))),
    ...detach({ name, description, metadata, headings: markdown.headings.map((heading) => heading.text) }),
    ...detach(
      settings.handOffs === false ? wholeTexts(description, metadata) : ownTexts(name, description, metadata),
    ),
    prose: [markdown.prose, ...[...texts.values()].map((text) => text.prose)].map((text) =>
      Buffer.from(text),
    ),
    bodyDigest: digestOf(Buffer.from(document.body)),
    tokens: estimateTokens(name, description, document.body),
  };
  return { read: { skill, body: printBody(document.body) }, findings };
}

type SkillText = { readonly prose: string; readonly anchors: () => ReadonlySet<string> };

/** The skill's other documents, by path; files that are no text are not searched. */
function readTexts(
  found: DiscoveredSkill,
  files: readonly TreeEntry[],
  bytes: readonly Uint8Array[],
): Map<string, SkillText> {
  const texts = new Map<string, SkillText>();
  files.forEach((file, i) => {
    const isSearched = file.path !== found.file && SEARCHED.test(file.path) && !isSkillFile(file.path);
    if (!isSearched || bytes[i]!.length > LARGEST_SEARCHED) return;
    const text = readText(bytes[i]!);
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
