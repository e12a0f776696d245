/** One line of a bench report: a median, and the median of what it is compared with in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly median: number;
  /** `ms`, `MB` and the like, of both medians. */
  readonly unit: string;
  readonly peer?: string;
  readonly peerMedian?: number;
  /** `median / peerMedian`, or `median / limit` where the limit is a figure of its own: see `note`. */
  readonly ratio?: number;
  /** The highest ratio (with a peer) or median (without) that is good enough. */
  readonly limit?: number;
  readonly note?: string;
}
