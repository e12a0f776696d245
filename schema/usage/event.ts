/** What happened: a skill was read, it helped or did not, a search found no skill. */
export type UsageEventKind = 'load' | 'outcome' | 'search';

/** One thing that happened, as a process noted it. Never the text of a skill. */
export interface UsageEvent {
  /** Of this shape. */
  readonly v: 1;
  /** Unique: the log's name and a number in it. */
  readonly id: string;
  readonly kind: UsageEventKind;
  /** ISO 8601, UTC, by this machine's clock: it informs, nothing is ordered by it. */
  readonly at: string;
  /** Commit of the artifact that answered; null for a folder without git. */
  readonly commit: string | null;
  /** Path of the skill; absent for a search. */
  readonly skill?: string;
  /** Its version in the artifact; null where the history is not known. */
  readonly version?: number | null;
  /** `sha256:` and 64 hex digits, of its SKILL.md. */
  readonly digest?: string;
  /** NFC, on one line; absent where queries are not kept as text. */
  readonly query?: string;
  /** Salted SHA-256 of the query, 64 hex digits, where queries are kept hashed. */
  readonly queryHash?: string;
  /** Of an outcome. */
  readonly success?: boolean;
  /** Of an outcome: why, on one line. */
  readonly reason?: string;
  /** Of a search: what came of it. */
  readonly answer?: 'rejected' | 'empty';
}
