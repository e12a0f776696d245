/** One line of the report: what was counted, and whether it is what it has to be. */
export interface Figure {
  readonly line: string;
  readonly isReached: boolean;
  /** What is worth knowing besides, such as each failure with its reason. */
  readonly details: readonly string[];
}
