import { digestOf } from '../runtime/files/digest.js';
import { canonicalJson } from '../schema/codec.js';
import { compareText } from '../schema/diagnostic.js';
import {
  FORMAT,
  INDEX_FILE,
  isSidecar,
  joinDigest,
  resourceFile,
  SECTIONS,
  SIDECAR_THRESHOLD,
  VECTORS_THRESHOLD,
} from '../schema/format.js';
import type { Artifact, Sidecar, SkillEntry } from '../schema/index.types.js';
import type { ArtifactFile } from './types.js';

/** The parts of an artifact before it is put into files. */
export type ArtifactParts = Omit<Artifact, '$digest' | 'format'>;

/** An artifact as files; content files are not among them yet. */
export interface AssembledArtifact {
  readonly index: Uint8Array;
  readonly files: Map<string, ArtifactFile>;
}

/** Makes the canonical index file, and a sidecar for each section over the threshold. Pure: same parts, same bytes. */
export function assemble(parts: ArtifactParts, threshold = SIDECAR_THRESHOLD): AssembledArtifact {
  const files = new Map<string, ArtifactFile>();
  const sections = SECTIONS.filter((name) => parts[name] !== undefined).map((name) => {
    const text = canonicalJson(parts[name]);
    const most = name === 'vectors' ? Math.min(threshold, VECTORS_THRESHOLD) : threshold;
    if (text.length <= most) return [name, text] as const;
    const bytes = encode(`${text}\n`);
    const digest = digestOf(bytes);
    const file = `${name}-${digest.slice('sha256:'.length, 'sha256:'.length + 16)}.json`;
    files.set(file, inMemory(bytes));
    const sidecar: Sidecar = { $file: file, digest, size: bytes.length };
    return [name, canonicalJson(sidecar)] as const;
  });
  const others = Object.entries({ ...parts, format: { ...FORMAT } })
    .filter(([name]) => !SECTIONS.some((section) => section === name))
    .map(([name, value]) => [name, canonicalJson(value)] as const);
  const covered = [...sections, ...others]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, text]) => `,"${name}":${text}`)
    .join('');
  const tail = `${covered}}\n`;
  const index = encode(joinDigest(digestOf(encode(tail)), tail));
  files.set(INDEX_FILE, inMemory(index));
  return { index, files };
}

/** Digests of all files that an artifact consists of, by path in its folder; without its index. */
export function filesOf(artifact: Artifact, skills: readonly SkillEntry[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of SECTIONS) {
    const section = artifact[name];
    if (isSidecar(section)) files.set(section.$file, section.digest);
  }
  for (const resource of skills.flatMap((skill) => skill.resources)) {
    files.set(resourceFile(resource.uri), resource.digest);
  }
  return files;
}

function inMemory(bytes: Uint8Array): ArtifactFile {
  return { digest: digestOf(bytes), size: bytes.length, read: async () => bytes };
}

/** Canonical JSON is ASCII. */
function encode(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
