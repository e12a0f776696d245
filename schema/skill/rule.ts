import type { FindingArgs, FindingKind, Position, Severity } from '../diagnostic.js';
import type { MarkdownReading } from '../markdown.js';
import type { ResolvedLink } from './links.js';
import type { ShapeFault } from './shape.js';
import type { Profile, SkillDocument } from './types.js';

/** What the files around a skill are, for rules that follow links. Paths are POSIX, from the repository's root. */
export interface RepositoryFiles {
  /** True for the path of a file, or of a folder that holds one. */
  readonly kindOf: (path: string) => 'file' | 'folder' | undefined;
  /**
   * For a path where nothing is: the file that differs from it in upper and lower case only, or else the only one in the
   * repository with the same name in a folder of the same name.
   */
  readonly likeOf?: (path: string) => string | undefined;
  /** Anchors that a Markdown file offers; undefined where its text is not at hand. */
  readonly anchorsOf?: (path: string) => ReadonlySet<string> | undefined;
  /** Paths of the skill's own files, SKILL.md included; for the rule on files that nothing links to. */
  readonly ownFiles?: readonly string[];
}

export interface RuleOptions {
  /** Optional rules to run, by code. */
  readonly enable?: ReadonlySet<string>;
  /** Rules to leave out, by code. */
  readonly disable?: ReadonlySet<string>;
  /** Lets a name be built from the names of several folders (`loom/yarn` as `loom-yarn`). */
  readonly allowParentFolders?: boolean;
}

/** All that a rule may look at. Nothing here does I/O; the costly parts are computed when first asked for. */
export interface RuleContext {
  /** POSIX path of the SKILL.md. */
  readonly path: string;
  /** Name of its folder, or null where that is not known (a skill at the repository's root). */
  readonly folderName: string | null;
  readonly document: SkillDocument;
  readonly profile: Profile;
  readonly options: RuleOptions;
  readonly files: RepositoryFiles | undefined;
  readonly shape: () => readonly ShapeFault[];
  readonly markdown: () => MarkdownReading;
  readonly links: () => readonly ResolvedLink[];
  /** Where a key's value starts, or line 1 where the key is not there. */
  readonly at: (key: string) => Position;
  /** Where a key starts, or line 1 where it is not there. */
  readonly keyAt: (key: string) => Position;
}

/** One place that breaks a rule. */
export interface Hit {
  readonly at: Position;
  readonly args?: FindingArgs;
  readonly fix?: string | undefined;
  readonly severity?: Severity;
}

/** A kind of finding with the check that finds it. */
export interface Rule extends FindingKind {
  /** Profiles that the rule is for; absent: all. */
  readonly profiles?: readonly Profile[];
  /** Severity by profile where it is not the rule's own. */
  readonly severities?: Partial<Record<Profile, Severity>>;
  /** Runs only where it is asked for. */
  readonly optional?: true;
  readonly check: (context: RuleContext) => Iterable<Hit>;
}
