import { ANALYZER } from '../schema/analyzer/analyse.js';
import { SkillgraftError } from '../schema/errors.js';
import {
  DIGEST_HEAD,
  FORMAT,
  INDEX_FILE,
  isSidecar,
  type SectionName,
  type Sections,
  splitDigest,
} from '../schema/format.js';
import type { Artifact, Sidecar } from '../schema/index.types.js';
import type { ArtifactFiles } from './files/files.js';
import { isArtifactShape, isSectionShape } from './shape.js';

/** An artifact as opened: its small parts, and its sections, each read from its sidecar when first asked for. */
export interface LoadedArtifact {
  readonly artifact: Artifact;
  section<Name extends SectionName>(name: Name): Promise<Sections[Name]>;
}

/**
 * Reads an artifact's main file and checks its digest, format and analyzer.
 *
 * @throws SkillgraftError `artifact-…` with what to do
 */
export async function loadArtifact(files: ArtifactFiles): Promise<LoadedArtifact> {
  const bytes = await files.read(INDEX_FILE);
  const split = splitDigest(bytes);
  if (split === null || (await files.digest(split.covered)) !== split.digest) {
    explainBroken(bytes, files.location);
  }
  const artifact = parse(bytes, files.location) as Artifact;
  checkVersion(artifact, files.location);
  return fromObject(artifact, files);
}

/** Wraps an artifact that is already an object; sidecars are read from `files`. */
export async function fromObject(artifact: Artifact, files: ArtifactFiles): Promise<LoadedArtifact> {
  checkVersion(artifact, files.location);
  if (!isArtifactShape(artifact)) throw broken(files.location, 'parts of it are missing');
  const read = new Map<SectionName, Promise<unknown>>();
  const loaded: LoadedArtifact = {
    artifact,
    section(name) {
      const known = read.get(name);
      if (known !== undefined) return known as Promise<Sections[typeof name]>;
      // An artifact without records has no such part.
      const value = artifact[name] ?? null;
      const section = readSection(name, value, files);
      read.set(name, section);
      // What could not be reached may be there the next time.
      section.catch(() => read.delete(name));
      return section as Promise<Sections[typeof name]>;
    },
  };
  checkAnalyzer((await loaded.section('lexical')).analyzer, files.location);
  return loaded;
}

async function readSection(name: SectionName, value: unknown, files: ArtifactFiles): Promise<unknown> {
  const section = isSidecar(value) ? await readSidecar(value, files) : value;
  if (!isSectionShape(name, section)) throw broken(files.location, `its part ${name} is not whole`);
  return section;
}

/** Reads a sidecar, or the bytes that a write which did not end put aside. */
async function readSidecar({ $file, digest, size }: Sidecar, files: ArtifactFiles): Promise<unknown> {
  const isIt = async (bytes: unknown): Promise<boolean> =>
    bytes instanceof Uint8Array && bytes.length === size && (await files.digest(bytes)) === digest;
  const bytes = await files.read($file, digest).catch((error: unknown) => error);
  if (await isIt(bytes)) return parse(bytes as Uint8Array, files.location);
  const previous = await files.readPrevious($file);
  if (await isIt(previous)) return parse(previous!, files.location);
  if (!(bytes instanceof Uint8Array)) throw bytes;
  throw broken(files.location, `${$file} is not the file that the index was built with`);
}

/** The digest says that the bytes changed; the text may still say more: another version, or a file cut short. */
function explainBroken(bytes: Uint8Array, location: string): never {
  const text = decode(bytes);
  if (!isOurs(text)) throw notAnIndex(location);
  if (!text.trimEnd().endsWith('}')) throw broken(location, 'the file is cut short');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken(location, 'it is not JSON');
  }
  if (typeof value === 'object' && value !== null && 'format' in value)
    checkVersion(value as Artifact, location);
  throw broken(location, 'its bytes do not match its digest');
}

/** True for what may be left of an index: its beginning, or its format's name. */
function isOurs(text: string): boolean {
  const head = text.slice(0, DIGEST_HEAD.length);
  return (head !== '' && DIGEST_HEAD.startsWith(head)) || text.includes(`"name":"${FORMAT.name}"`);
}

function parse(bytes: Uint8Array, location: string): unknown {
  try {
    return JSON.parse(decode(bytes));
  } catch (error) {
    throw broken(location, 'it is not JSON', error);
  }
}

/** Artifacts are ASCII; decoding them as Latin-1 halves the memory and the time of UTF-8. */
function decode(bytes: Uint8Array): string {
  if (typeof Buffer !== 'undefined' && Buffer.isBuffer(bytes)) return bytes.toString('latin1');
  return new TextDecoder('latin1').decode(bytes);
}

function checkVersion(artifact: Artifact, location: string): void {
  const format = artifact?.format as { name?: unknown; version?: unknown } | null | undefined;
  if (format?.name !== FORMAT.name || !Number.isInteger(format.version)) throw notAnIndex(location);
  if (format.version === FORMAT.version) return;
  throw new SkillgraftError(
    'artifact-version',
    `${location} has format version ${String(format.version)}; this Skillgraft reads version ${FORMAT.version}.`,
    'Build the index again with this version, or use the Skillgraft that built it.',
  );
}

function checkAnalyzer(analyzer: { name: string; version: number }, location: string): void {
  if (analyzer.name === ANALYZER.name && analyzer.version === ANALYZER.version) return;
  throw new SkillgraftError(
    'artifact-analyzer',
    `${location} was built with analyzer ${analyzer.name} ${analyzer.version}; this Skillgraft has ${ANALYZER.name} ${ANALYZER.version}.`,
    'Build the index again: with another analyzer a search would silently find nothing.',
  );
}

function notAnIndex(location: string): SkillgraftError {
  return new SkillgraftError(
    'artifact-broken',
    `${location} is not a Skillgraft index.`,
    'Name what `skillgraft build` wrote: its folder or the index.json in it.',
  );
}

function broken(location: string, reason: string, cause?: unknown): SkillgraftError {
  const message = `${location} cannot be used: ${reason}.`;
  return new SkillgraftError(
    'artifact-broken',
    message,
    'Build the index again.',
    cause === undefined ? {} : { cause },
  );
}
