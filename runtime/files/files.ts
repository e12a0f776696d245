/** Where an artifact's files come from. Paths are POSIX, relative to the artifact's folder. */
export interface ArtifactFiles {
  /** For messages: a path or a URL. */
  readonly location: string;
  /** Folder that was built in memory; absent: the index lies at `location`. */
  readonly builtFrom?: string;
  /**
   * @param digest what the file should have, so that a copy of it will do; the caller checks it
   * @throws SkillgraftError `artifact-file-missing` where the file is not there
   */
  read(path: string, digest?: string): Promise<Uint8Array>;
  /**
   * Earlier bytes of a file that a write which did not end put aside, or null. A reader that finds other bytes than
   * its index promises looks here.
   */
  readPrevious(path: string): Promise<Uint8Array | null>;
  /** `sha256:` and 64 hex digits. */
  digest(bytes: Uint8Array): string | Promise<string>;
}
