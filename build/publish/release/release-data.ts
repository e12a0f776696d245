/** A file of a release. */
export interface ReleaseAsset {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  /** `sha256:` and 64 hex digits; null where the server does not say. */
  readonly digest: string | null;
  /** False: it was not received as a whole. */
  readonly isWhole: boolean;
}

/** What is needed of a release. */
export interface Release {
  readonly id: number;
  readonly tag: string;
  readonly isDraft: boolean;
  /** Its page. */
  readonly url: string;
  /** A template (RFC 6570). */
  readonly uploadUrl: string;
  readonly assets: readonly ReleaseAsset[];
}

/** Reads a release out of GitHub's answer; null where it is none. */
export function readRelease(data: unknown): Release | null {
  const { id, tag_name: tag, draft, html_url: url, upload_url: uploadUrl, assets } = record(data);
  if (!Number.isSafeInteger(id) || typeof tag !== 'string' || typeof draft !== 'boolean') return null;
  if (typeof url !== 'string' || !/^https?:\/\/[!-~]+$/.test(url)) return null;
  if (typeof uploadUrl !== 'string' || !Array.isArray(assets)) return null;
  const read = assets.map(readAsset);
  if (read.includes(null)) return null;
  return { id: id as number, tag, isDraft: draft, url, uploadUrl, assets: read as ReleaseAsset[] };
}

/** Reads a file of a release; null where it is none. */
export function readAsset(data: unknown): ReleaseAsset | null {
  const { id, name, size, digest, state } = record(data);
  if (!Number.isSafeInteger(id) || typeof name !== 'string' || !Number.isSafeInteger(size)) return null;
  return {
    id: id as number,
    name,
    size: size as number,
    digest: typeof digest === 'string' && digest.startsWith('sha256:') ? digest : null,
    isWhole: state === 'uploaded',
  };
}

function record(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}
