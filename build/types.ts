import type { TreeEntry } from '../runtime/git/repository.js';
import type { HandOff } from '../schema/hand-offs.js';
import type { SkillEntry } from '../schema/index.types.js';
import type { SkillDocument, SkillMetadata } from '../schema/skill/types.js';
import type { DiscoveredSkill } from './discover.js';

/** A skill that could be read: what every later stage works on. */
export interface ReadSkill {
  readonly found: DiscoveredSkill;
  /** SKILL.md first, then by path. */
  readonly files: readonly { readonly entry: TreeEntry; readonly digest: string; readonly size: number }[];
  readonly frontmatter: SkillDocument['frontmatter'];
  /** Where the keys stand that later stages may report. */
  readonly positions: SkillDocument['positions'];
  readonly name: string;
  readonly description: string;
  readonly metadata: SkillMetadata;
  /** Description and when-to-use without what they say of other skills; whole where they say nothing else. */
  readonly own: { readonly description: string; readonly whenToUse: string };
  /** What they say of others. */
  readonly handOffs: readonly Pick<HandOff, 'names' | 'clause'>[];
  readonly headings: readonly string[];
  /**
   * Text without code of the body and of the skill's other documents, UTF-8: as strings, a large collection's prose
   * would be most of the heap.
   */
  readonly prose: readonly Uint8Array[];
  readonly bodyDigest: string;
  readonly tokens: SkillEntry['tokens'];
}

/** A file of the artifact: its bytes are read when they are written, so that a large collection fits in memory. */
export interface ArtifactFile {
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

/** All files of an artifact by path in its folder; `index.json` is one of them. */
export type ArtifactFileMap = ReadonlyMap<string, ArtifactFile>;

/** What a build tells while it works. */
export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}
