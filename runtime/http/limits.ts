/** What a server lets callers take of it. Times are milliseconds. */
export interface HttpLimits {
  /** Until the head of a request is there. */
  readonly headersTimeout: number;
  /** Until the whole request is there. */
  readonly requestTimeout: number;
  /** That a connection may be idle. */
  readonly keepAliveTimeout: number;
  /** Between two looks for connections that took too long. */
  readonly checkInterval: number;
  /** Bytes of a request's head. */
  readonly headSize: number;
  readonly connections: number;
  /** That what still runs has when the server stops. */
  readonly stopTimeout: number;
}

export const LIMITS: HttpLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  checkInterval: 1_000,
  headSize: 16 * 1024,
  connections: 1_024,
  stopTimeout: 10_000,
};
