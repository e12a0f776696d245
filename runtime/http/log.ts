/** One thing that a server tells its operator: values only, no text of a skill, no token. */
export interface HttpLogEntry {
  readonly level: 'info' | 'warn' | 'error';
  /** Kebab-case id, such as `request`. */
  readonly event: string;
  readonly [key: string]: string | number | boolean | null;
}

export type HttpLog = (entry: HttpLogEntry) => void;

/** What is logged of requests: nothing, one line each, or that with the texts of searches. */
export type RequestLog = 'none' | 'requests' | 'queries';

/** A log of JSON lines; `write` gets each with its line feed. */
export function jsonLines(write: (line: string) => unknown, now: () => Date = () => new Date()): HttpLog {
  return (entry) => void write(`${JSON.stringify({ time: now().toISOString(), ...entry })}\n`);
}
