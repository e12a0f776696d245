/** What became known of a request while it was answered, for those who log it. */
export interface RequestTrace {
  /** Method of the JSON-RPC message. */
  rpc?: string;
  /** Name of the tool that was called. */
  tool?: string;
  /** Text of a search: only for logs that were asked to show it. */
  query?: string;
}
