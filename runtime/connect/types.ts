import type { JsonObject } from '../../schema/skill/types.js';

/** Where a configuration holds: for one project, or for all that its user does. */
export const SCOPES = ['project', 'user'] as const;
export type Scope = (typeof SCOPES)[number];

/** How a host reaches the server. */
export type Server =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http'; readonly url: string; readonly tokenEnv: string | null };

/** Where files of configuration lie: what the process knows of its machine. */
export interface Place {
  readonly home: string;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The language of a configuration: strict JSON, JSON with comments and trailing commas, or TOML. */
export type FormatName = 'json' | 'jsonc' | 'toml';

/** One host: a file of its own in `hosts/`, and an entry of `HOSTS`. */
export interface Host {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Where its vendor documents the format. */
  readonly docs: string;
  readonly format: FormatName;
  /** Files by scope, the usual scope first; of several, the first that exists, or else the first. Empty: it has none. */
  readonly files: { readonly [S in Scope]?: (place: Place) => readonly string[] };
  /** The keys that lead to the map of servers, given what the file holds already. */
  keys(document: JsonObject): readonly string[];
  /** How the project's file names the project's folder, `.` where servers are started in it; absent: it cannot. */
  readonly projectFolder?: string;
  /** Keys that lead to servers of this folder only, which the user's file keeps; absent where there are none. */
  ownKeys?(place: Place): readonly string[];
  /**
   * What it wants to know of a server.
   *
   * @throws SkillgraftError `host-transport` where it cannot reach such a one
   */
  entry(server: Server): JsonObject;
  /** What is to be done once the configuration is in its place: one or two sentences. */
  next(name: string, server: Server): string;
  /** A command of the host that does the same, as its words; absent or null where it has none. */
  command?(name: string, server: Server, scope: Scope): readonly string[] | null;
}

/** Reads and edits one language of configuration; nothing but the entry changes. */
export interface Format {
  /** @throws SkillgraftError `host-file-broken` */
  parse(text: string, path: string): JsonObject;
  /** A document of the entry alone. */
  render(keys: readonly string[], name: string, entry: JsonObject): string;
  /** The text with the entry in it, put in or replaced. */
  insert(text: string, keys: readonly string[], name: string, entry: JsonObject): string;
}
