import { SkillgraftError } from '../../../schema/errors.js';
import type { Repository } from '../../git/repository.js';
import type { CommitRequest, WrittenProposal } from '../types.js';
import type { OpenedPullRequest, SameSkill } from './github-client.js';
import type { PullRequestText } from './pull-request-text.js';
import type { PushedBranch } from './push-branch.js';

export type SinkName = 'branch' | 'patch' | 'pull-request';

/** Where a pull request goes. */
export interface SinkRemote {
  /** `https://…`, `ssh://…` or `user@host:path`. */
  readonly url: string;
  /** From the environment; for pushing over http(s) and for the API. */
  readonly token: string;
  /** User name that goes with the token when pushing. */
  readonly username?: string;
  /** Branch that proposals are for, without `refs/heads/`. */
  readonly base: string;
  /** Of the API, where the address of the remote does not tell it. */
  readonly apiUrl?: string;
  /** `owner/repo`, where the address of the remote does not tell it. */
  readonly repository?: string;
  readonly labels?: readonly string[];
  readonly draft?: boolean;
  /** How an open pull request for the same skill is known. */
  readonly sameSkill?: SameSkill;
  /** For one request, in milliseconds. */
  readonly timeoutMs?: number;
}

/** A proposal, and what there is to hand it on with. */
export interface SinkInput {
  /** The commit as it was asked for. */
  readonly request: CommitRequest;
  /** What `writeProposal` gave; null where there is no repository to write to. */
  readonly written: WrittenProposal | null;
  /** What a pull request says. */
  readonly text: PullRequestText;
  /** The repository, or a folder in it; null where there is none. */
  readonly repository: Repository | string | null;
  readonly remote: SinkRemote | null;
}

/** Where a proposal is now. */
export type Delivery =
  | ({ readonly sink: 'branch' } & WrittenProposal)
  /** `patch` is a mail for `git am`. */
  | { readonly sink: 'patch'; readonly fileName: string; readonly patch: string }
  | {
      readonly sink: 'pull-request';
      readonly branch: PushedBranch;
      readonly pullRequest: OpenedPullRequest;
    };

/** One way to hand a proposal to the people who review it. */
export interface Sink {
  readonly name: SinkName;
  /** One sentence, for help texts. */
  readonly description: string;
  /** Whether the proposal has to be written first. */
  readonly needsCommit: boolean;
  /** @throws SkillgraftError `sink-needs-commit`, `sink-needs-remote`, and what the sink's parts throw */
  deliver(input: SinkInput): Promise<Delivery>;
}

/** @throws SkillgraftError `sink-needs-commit` */
export function writtenOf({ written }: SinkInput): WrittenProposal {
  if (written !== null) return written;
  throw new SkillgraftError(
    'sink-needs-commit',
    'There is no repository here that a branch could be written to.',
    'Take the proposal as a patch.',
  );
}
