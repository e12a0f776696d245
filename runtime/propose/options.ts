import type { Finding } from '../../schema/diagnostic.js';
import type { SkillIndex } from '../skill-index.js';
import type { CheckOptions } from './checks/types.js';
import type { SinkName } from './sinks/sink.js';
import type { Changelog, SkillAction } from './types.js';

/** Where pull requests go. */
export interface ProposalRemote {
  /** Name of the git remote (`origin`). */
  readonly name?: string;
  /** Address in place of the named remote's. */
  readonly url?: string;
  /** The token, or what gives it for the hosts that it would be sent to (without ports), or throws. */
  readonly token?: string | ((hosts: readonly string[]) => string);
  /** Address of GitHub's API, where the remote's address does not tell it. */
  readonly apiUrl?: string;
  /** `owner/repo`, where the remote's address does not tell it. */
  readonly repository?: string;
  readonly labels?: readonly string[];
  readonly draft?: boolean;
  /** For one request, in milliseconds. */
  readonly timeoutMs?: number;
}

export interface ProposeOptions {
  /** A folder in the skills repository; null: there is none. Absent: the repository around the index, if that has its commit. */
  readonly repo?: string | null;
  /** The opened index: versions of skills, duplicates, rankings; and the files, where there is no repository. */
  readonly index?: SkillIndex | null;
  /** Branch or commit that proposals start from. Absent: the branch that is checked out. */
  readonly base?: string;
  /** What becomes of it (`branch`). Without a repository: a patch, whatever is asked for. */
  readonly sink?: SinkName;
  readonly remote?: ProposalRemote;
  /** Checks and shows it, and writes nothing. */
  readonly dryRun?: boolean;
  /** Refuses everything. */
  readonly readOnly?: boolean;
  /** A person has looked: what looks like a secret is a warning. */
  readonly allowSecrets?: boolean;
  /** `Name <address>`, for requests without an author; git's own user where absent. */
  readonly author?: string;
  /** Proposals that this process writes to one repository in a minute. */
  readonly maxPerMinute?: number;
  /** Bytes that body and files have together at most. */
  readonly maxBytes?: number;
  /**
   * What a request without a base version was written against: the base as it is now (default), or the index, so that
   * a skill which changed since is a conflict.
   */
  readonly readFrom?: 'base' | 'index';
  /** Opens an index of a commit with some changes, for the ranking check; absent: that check is left out with a note. */
  readonly rankWith?: (at: {
    readonly repo: string;
    readonly ref: string;
  }) => NonNullable<CheckOptions['rankWith']>;
  /** Milliseconds since 1970; the clock where absent. */
  readonly now?: () => number;
}

/** What became of a proposal. */
export interface ProposalAnswer {
  readonly action: SkillAction;
  /** Folder of the skill that it is about. */
  readonly path: string;
  readonly name: string;
  readonly sink: SinkName;
  readonly dryRun: boolean;
  /** Its branch, `skillgraft/…`; of a patch and a dry run: the one that it would have. */
  readonly branch: string;
  /** Full name of the branch; null where none was written. */
  readonly ref: string | null;
  readonly commit: string | null;
  /** True where the same proposal was there already; nothing was written then. */
  readonly existed: boolean;
  /** What it starts from; the commit is null for an index of a folder without git. */
  readonly base: { readonly ref: string; readonly commit: string | null };
  /** As git prints it, for people. */
  readonly diff: string;
  readonly changelog: Changelog;
  /** Warnings and remarks; an error is thrown. */
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** A mail for `git am`, with the name that its file may have. */
  readonly patch?: { readonly fileName: string; readonly text: string };
  readonly pullRequest?: {
    readonly number: number;
    readonly url: string;
    /** True where it was open before. */
    readonly updated: boolean;
  };
  /** What to do now, in a sentence or two. */
  readonly next: string;
}
