/** Name of the file that says which version of a published folder is the latest. */
export const LATEST_FILE = 'latest.json';

const HEAD = '{"$latest":"';
const PATH = /^(?:[\w.-]+\/)*index\.json$/;

/** Which versions a published folder has. Paths are POSIX, from the folder of this file. */
export interface Latest {
  /** `index.json` of the latest version. */
  readonly index: string;
  /** Folders of all versions that are kept, the latest first. */
  readonly versions: readonly string[];
}

/** The text of such a file. */
export function latestText({ index, versions }: Latest): string {
  return `${JSON.stringify({ $latest: index, versions })}\n`;
}

/** Reads such a file; null for anything else, an index among them. A path never leads out of the folder. */
export function readLatest(bytes: Uint8Array): Latest | null {
  const decoder = new TextDecoder();
  if (decoder.decode(bytes.subarray(0, HEAD.length)) !== HEAD) return null;
  try {
    const { $latest: index, versions } = JSON.parse(decoder.decode(bytes)) as Record<string, unknown>;
    const isPath = (path: unknown): boolean =>
      typeof path === 'string' && !path.split('/').some((part) => part === '.' || part === '..');
    if (!isPath(index) || !PATH.test(index as string)) return null;
    if (!Array.isArray(versions) || !versions.every(isPath)) return null;
    return { index: index as string, versions: versions as string[] };
  } catch {
    return null;
  }
}
