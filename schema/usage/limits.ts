/** How much a record may hold. Lengths are in code points. */
export const USAGE_LIMITS = {
  query: 1000,
  reason: 200,
  /** Reasons that a record keeps. */
  reasons: 5,
  /** Recorders whose counts a record keeps. */
  recorders: 1000,
  /** Of one recorder. */
  count: 1_000_000_000,
  /** UTF-16 code units of a line. */
  line: 65_536,
  /** Bytes of a file that is read. */
  file: 16_777_216,
  /** Records that a proposal leaves a skill. */
  records: 500,
} as const;
