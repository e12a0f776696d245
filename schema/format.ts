import type { VectorSection } from './embedding.js';
import { SkillgraftError } from './errors.js';
import type { Artifact, LexicalSection, Sidecar } from './index.types.js';
import type { UsageSection } from './usage/section.js';

/** Name and version of the artifact's format. A reader refuses every other version. */
export const FORMAT = { name: 'skillgraft-index', version: 2 } as const;

/** Name of the artifact's main file in its folder. */
export const INDEX_FILE = 'index.json';

/** A section of more bytes than this moves to a file of its own. */
export const SIDECAR_THRESHOLD = 4 * 1024 * 1024;

/** The same for vectors, which only a search reads: opening an index should not wait for them. */
export const VECTORS_THRESHOLD = 256 * 1024;

/** Sections that may stand in a sidecar. */
export const SECTIONS = ['skills', 'lexical', 'lineage', 'vectors', 'usage'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Types of the sections, as they are once read. */
export interface Sections {
  readonly skills: Exclude<Artifact['skills'], Sidecar>;
  readonly lexical: LexicalSection;
  readonly lineage: Exclude<Artifact['lineage'], Sidecar>;
  /** Null where the index was built without an embedder. */
  readonly vectors: VectorSection | null;
  /** Null where the repository has no records. */
  readonly usage: UsageSection | null;
}

/** `$` sorts before all letters: the digest always stands first, and covers every byte behind its closing quote. */
export const DIGEST_HEAD = '{"$digest":"sha256:';
const DIGEST_LENGTH = DIGEST_HEAD.length + 64 + 1;

/** Splits an index file into its stated digest and the bytes that the digest covers; null where it has none. */
export function splitDigest(bytes: Uint8Array): { digest: string; covered: Uint8Array } | null {
  if (bytes.length < DIGEST_LENGTH) return null;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DIGEST_LENGTH));
  const digest = head.slice(DIGEST_HEAD.length - 'sha256:'.length, -1);
  if (!head.startsWith(DIGEST_HEAD) || !head.endsWith('"') || !/^sha256:[0-9a-f]{64}$/.test(digest))
    return null;
  return { digest, covered: bytes.subarray(DIGEST_LENGTH) };
}

/** Puts a digest in front of the text of an object without one, of which `{` is cut off: `,"format":...}\n`. */
export function joinDigest(digest: string, covered: string): string {
  return `${DIGEST_HEAD}${digest.slice('sha256:'.length)}"${covered}`;
}

/** True where a section is a reference to a sidecar. */
export function isSidecar(section: unknown): section is Sidecar {
  return typeof section === 'object' && section !== null && '$file' in section;
}

/** Folder of a skill in URIs and in the artifact: below `skills/` its path there, elsewhere its whole path. */
export function uriFolder(path: string): string {
  const below = path.startsWith('skills/') ? path.slice('skills/'.length) : path;
  return below.split('/').map(encodeSegment).join('/');
}

/** Percent-encodes one path segment; unreserved characters stay. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A file's URI: the skill's folder and the file's path below it. */
export function resourceUri(skillUri: string, path: string): string {
  return `${folderOf(skillUri)}${path.split('/').map(encodeSegment).join('/')}`;
}

/** A file's path below the skill's folder, from its URI. */
export function resourcePath(skillUri: string, uri: string): string {
  return decodePath(uri.slice(folderOf(skillUri).length));
}

/** Where a file lies in the artifact's folder: `skills/` and the URI's path, decoded. */
export function resourceFile(uri: string): string {
  return `skills/${decodePath(uri.slice('skill://'.length))}`;
}

/** True for a path that stays below the folder it is joined to: no empty, `.` or `..` segment, no NUL. */
export function isSafePath(path: string): boolean {
  return !path.includes('\0') && path.split('/').every((segment) => !['', '.', '..'].includes(segment));
}

/** @throws SkillgraftError `artifact-broken`: no build writes such a URI */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    const message = `The index has a malformed address: ${path.slice(0, 100).toWellFormed()}`;
    throw new SkillgraftError('artifact-broken', message, 'Build the index again.', { cause: error });
  }
}

function folderOf(skillUri: string): string {
  return skillUri.slice(0, -'SKILL.md'.length);
}
