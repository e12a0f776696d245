import type { Finding } from '../../../schema/diagnostic.js';

/** One `skillgraft-ignore` that somebody wrote into a file. */
export interface Waiver {
  readonly path: string;
  /** Where it stands. */
  readonly line: number;
  readonly column: number;
  /** The rule that it names. */
  readonly code: string;
  /** Empty where none is given. */
  readonly reason: string;
  /** Lines that it is about, both included; null: the whole file. */
  readonly lines: { readonly from: number; readonly to: number } | null;
}

/** A finding that does not count, and who says so. */
export interface WaivedFinding {
  readonly finding: Finding;
  readonly reason: string;
  /** Line of the waiver in the same file. */
  readonly waivedAt: number;
}
