import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { type DiscoveredSkill, type DiscoverOptions, discover } from '../../build/discover.js';
import type { TreeEntry } from '../../runtime/git/repository.js';
import type { Finding } from '../../schema/diagnostic.js';
import { readMarkdown } from '../../schema/markdown.js';
import { type CollectionOptions, validateCollection } from '../../schema/skill/collection.js';
import { readMetadata, type SkillReading } from '../../schema/skill/metadata.js';
import { printBody } from '../../schema/skill/near-duplicates.js';
import { parseSkill } from '../../schema/skill/parse.js';
import type { RuleOptions } from '../../schema/skill/rule.js';
import { anchorsOf } from '../../schema/skill/rules/link-anchor.js';
import type { ParsedSkill, Profile } from '../../schema/skill/types.js';
import { isLoadable, validateSkill } from '../../schema/skill/validate.js';
import { sharedPath } from './shared.js';

export interface Case {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly files: Readonly<Record<string, unknown>>;
  readonly commits?: readonly {
    files?: Readonly<Record<string, unknown>>;
    rename?: Readonly<Record<string, string>>;
    delete?: readonly string[];
  }[];
  readonly expect: string;
}

interface CaseModule {
  load(): Case[];
  decode(value: unknown): { link?: string; bytes?: Uint8Array };
}

/** The module that comes with the cases, or null where they are not there. */
async function caseModule(): Promise<CaseModule | null> {
  const folder = sharedPath('cases');
  return folder === null
    ? null
    : ((await import(pathToFileURL(`${folder}/validate.mjs`).href)) as CaseModule);
}

const module = await caseModule();
const byId = new Map((module?.load() ?? []).map((one) => [one.id, one]));

/** False where the cases are not there; tests over them are then skipped. */
export const haveCases = module !== null;

export function getCase(id: string): Case {
  const found = byId.get(id);
  if (!found) throw new Error(`no case ${id}`);
  return found;
}

/** A tree in memory, as a commit would give it. */
export interface MemoryTree {
  readonly entries: readonly TreeEntry[];
  readonly links: ReadonlyMap<string, string>;
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

/** Builds a tree from paths to texts, bytes or `{symlink}`. */
export function memoryTree(files: Readonly<Record<string, unknown>>): MemoryTree {
  const entries: TreeEntry[] = [];
  const links = new Map<string, string>();
  const blobs = new Map<string, Uint8Array>();
  for (const [path, value] of Object.entries(files)) {
    const { link, bytes } = decodeValue(value);
    const content = bytes ?? Buffer.from(link!, 'utf8');
    const oid = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
    blobs.set(oid, content);
    if (link !== undefined) links.set(oid, link);
    entries.push({ path, mode: link === undefined ? '100644' : '120000', oid });
  }
  return { entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)), links, blobs };
}

function decodeValue(value: unknown): { link?: string; bytes?: Uint8Array } {
  if (value instanceof Uint8Array) return { bytes: value };
  const given = value as { symlink?: string; base64?: string };
  if (typeof value === 'string') return { bytes: Buffer.from(value, 'utf8') };
  if (given.symlink !== undefined) return { link: given.symlink };
  return { bytes: Buffer.from(given.base64!, 'base64') };
}

/** The files of a case after its first `upTo` commits (absent: all), with those laid over it where it has none. */
export function caseFiles(c: Case, upTo = c.commits?.length ?? 0): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const commit of (c.commits ?? []).slice(0, upTo)) {
    for (const [from, to] of Object.entries(commit.rename ?? {})) {
      out[to] = out[from];
      delete out[from];
    }
    for (const path of commit.delete ?? []) delete out[path];
    Object.assign(out, commit.files);
  }
  return c.commits ? out : { ...c.files };
}

export interface JudgeOptions extends DiscoverOptions, CollectionOptions {
  readonly profile?: Profile;
  readonly rules?: RuleOptions;
}

export interface JudgedSkill {
  readonly place: DiscoveredSkill;
  readonly parsed: ParsedSkill;
  /** Null where the file cannot stand in the index. */
  readonly reading: SkillReading | null;
}

export interface Judged {
  readonly skills: readonly JudgedSkill[];
  /** Names by path of SKILL.md, loaded ones only. */
  readonly loaded: ReadonlyMap<string, SkillReading>;
  readonly findings: readonly Finding[];
}

/** Discovers, parses and judges a tree with the schema's and the build's pure functions. */
export function judge(files: Readonly<Record<string, unknown>>, options: JudgeOptions = {}): Judged {
  const { entries, links, blobs } = memoryTree(files);
  const { skills: places, findings } = discover(entries, links, options);
  const known = (path: string) =>
    entries.some((one) => one.path === path)
      ? 'file'
      : entries.some((one) => path === '' || one.path.startsWith(`${path}/`))
        ? 'folder'
        : undefined;
  const textOf = (path: string): string =>
    Buffer.from(blobs.get(entries.find((one) => one.path === path)!.oid)!).toString('utf8');
  const all: Finding[] = [...findings];
  const skills = places.map((place): JudgedSkill => {
    const parsed = parseSkill(blobs.get(place.entry.oid)!, place.file);
    all.push(...parsed.findings);
    const folderName = place.path === '.' ? null : place.path.split('/').at(-1)!;
    if (!parsed.document) return { place, parsed, reading: null };
    const anchors = (path: string): ReadonlySet<string> => {
      const text = textOf(path);
      return anchorsOf(
        readMarkdown(text).headings.map((one) => one.text),
        text,
      );
    };
    all.push(
      ...validateSkill({
        path: place.file,
        folderName,
        document: parsed.document,
        ...(options.profile ? { profile: options.profile } : {}),
        ...(options.rules ? { options: options.rules } : {}),
        files: { kindOf: known, anchorsOf: anchors, ownFiles: place.files.map((one) => one.path) },
      }),
    );
    return {
      place,
      parsed,
      reading: isLoadable(parsed) ? readMetadata(parsed.document, folderName ?? 'root') : null,
    };
  });
  const loaded = new Map(
    skills.flatMap((one) => (one.reading ? [[one.place.file, one.reading] as const] : [])),
  );
  all.push(
    ...validateCollection(
      skills.flatMap(({ place, parsed, reading }) =>
        reading
          ? [
              {
                file: place.file,
                name: reading.name,
                description: reading.description,
                body: printBody(parsed.document!.body),
                digest: place.entry.oid,
              },
            ]
          : [],
      ),
      options,
    ),
  );
  return { skills, loaded, findings: all };
}

export function judgeCase(id: string, options?: JudgeOptions): Judged {
  return judge(caseFiles(getCase(id)), options);
}

/** Findings as `code path:line:column`, sorted, for short assertions. */
export function brief(findings: readonly Finding[]): string[] {
  return findings.map((one) => `${one.code} ${one.path}:${one.line}:${one.column}`).sort();
}
