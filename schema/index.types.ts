/* Made from index.schema.json by `npm run types`. */
import type {Calibration} from './calibration.js';
import type {VectorSection} from './embedding.js';
import type {LineageSection} from './lineage.js';
import type {SearchProfile} from './profile.js';
import type {JsonObject, SkillMetadata} from './skill/types.js';
import type {UsageSection} from './usage/section.js';

export type Oid = string;
export type Strings = string[];
export type Digest = string;
export type Vectors = VectorSection;

/**
 * A Skillgraft index, format version 2. Canonical JSON: keys sorted by code unit, no blanks, one line feed at the end. A section over 4 MiB (vectors: over 256 KiB) stands in a file of its own.
 */
export interface Artifact {
  /**
   * SHA-256 of all bytes of the file behind this value's closing quote.
   */
  $digest: string;
  format: {
    name: 'skillgraft-index';
    version: number;
  };
  generator: {
    name: string;
    version: string;
  };
  source: Source;
  skills: SkillEntry[] | Sidecar;
  /**
   * Files that could not be taken into the index, sorted by path.
   */
  failed: FailedFile[];
  /**
   * How often each finding was made, by code.
   */
  findings: {
    [k: string]: number;
  };
  lexical: LexicalSection | Sidecar;
  lineage: LineageSection | Sidecar;
  synonyms?: SynonymTable;
  /**
   * Null where the index was built without an embedder.
   */
  vectors: null | Vectors | Sidecar;
  /**
   * What became of the skills that were used. Absent where the repository has no records.
   */
  usage?: UsageSection | Sidecar;
  calibration: Calibration;
}
export interface Source {
  kind: 'commit' | 'work-tree' | 'folder';
  commit?: Oid;
  tree?: Oid;
  objectFormat?: 'sha1' | 'sha256';
  /**
   * Committer date, ISO 8601, UTC.
   */
  committedAt?: string;
  /**
   * Digest of the settings that the build depends on.
   */
  config: string;
  shallow?: true;
}
export interface SkillEntry {
  /**
   * The skill's folder in the repository; `.` is its root.
   */
  path: string;
  /**
   * Where a symbolic link leads: the folder that the files really lie in.
   */
  realPath?: string;
  name: string;
  uri: string;
  description: string;
  /**
   * Verbatim, as JSON.
   */
  frontmatter: JsonObject;
  /**
   * Our reading of the front matter; what is not set is absent.
   */
  metadata: SkillMetadata;
  /**
   * Estimated tokens of name and description, and of the body.
   */
  tokens: {
    listing: number;
    body: number;
  };
  /**
   * Every file of the folder, SKILL.md first, then sorted by path.
   */
  resources: Resource[];
  headings: Strings;
  /**
   * SHA-256 of the body with LF line ends.
   */
  bodyDigest: string;
  findings?: {
    [k: string]: number;
  };
}
export interface Resource {
  /**
   * The skill's URI with the file's path in place of SKILL.md, percent-encoded.
   */
  uri: string;
  /**
   * SHA-256 of the git blob's bytes.
   */
  digest: string;
  /**
   * Bytes.
   */
  size: number;
  executable?: true;
}
/**
 * A section that stands in a file beside index.json.
 */
export interface Sidecar {
  $file: string;
  digest: Digest;
  /**
   * Bytes.
   */
  size: number;
}
export interface FailedFile {
  path: string;
  codes: Strings;
}
export interface LexicalSection {
  analyzer: {
    name: string;
    version: number;
  };
  profile: SearchProfile;
  documents: number;
  fields: {
    name: PackedField;
    description: PackedField;
    headings: PackedField;
    body: PackedField;
    references: PackedField;
  };
}
/**
 * Inverted index of one field. All number lists are base64 of unsigned LEB128 varints. A unit is what is scored: a document's text, or one of its clauses.
 */
export interface PackedField {
  /**
   * Terms of each unit, in the order of skills.
   */
  lengths: string;
  /**
   * Units of each document, where these are clauses; absent: one each.
   */
  units?: string;
  /**
   * Documents that have text which is cut into bigrams.
   */
  bigramDocuments: number;
  /**
   * Sorted by code unit, joined by line feeds.
   */
  terms: string;
  /**
   * Bytes that each term's postings take.
   */
  sizes: string;
  /**
   * For each term: document frequency, then for each unit its delta from the one before and the term frequency (at most 16383, so at most two bytes).
   */
  postings: string;
}
/**
 * By word or phrase (NFC, lower case): the words that a query which holds it is also searched with. Absent where there are none.
 */
export interface SynonymTable {
  [k: string]: Strings;
}
