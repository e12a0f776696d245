/** One file that can be fetched. */
export interface Asset {
  /** `sha256:` and 64 hex digits of its bytes. */
  readonly digest: string;
  /** Media type, with its charset where it has one. */
  readonly type: string;
  /** Its address holds its digest, so that it never changes. */
  readonly isImmutable?: true;
  /** @throws SkillgraftError where its bytes are not the ones of the digest, or cannot be read */
  read(): Promise<Uint8Array>;
}

/** Skills' files are strangers' texts: a browser that shows one runs nothing of it, and no other page embeds it. */
const GUARDS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

const YEAR = 31_536_000;

/** Answers GET and HEAD for a file: whole, one range of it, or that the caller has it (RFC 9110, sections 13 and 14). */
export async function assetAnswer(asset: Asset, request: Request, isPrivate: boolean): Promise<Response> {
  const etag = `"${asset.digest.slice('sha256:'.length)}"`;
  const scope = isPrivate ? 'private' : 'public';
  const common = {
    ...GUARDS,
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': asset.isImmutable ? `${scope}, max-age=${YEAR}, immutable` : `${scope}, no-cache`,
  };
  if (hasIt(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: common });
  const bytes = await asset.read();
  const headers = { ...common, 'Content-Type': asset.type };
  const range = rangeOf(request, etag, bytes.length);
  if (range === 'unsatisfiable') {
    const nothing = { ...common, 'Content-Range': `bytes */${bytes.length}` };
    return new Response(null, { status: 416, headers: nothing });
  }
  const { from, to } = range ?? { from: 0, to: bytes.length };
  const place = range === null ? {} : { 'Content-Range': `bytes ${from}-${to - 1}/${bytes.length}` };
  const body = request.method === 'HEAD' ? null : (bytes.subarray(from, to) as Uint8Array<ArrayBuffer>);
  return new Response(body, {
    status: range === null ? 200 : 206,
    headers: { ...headers, ...place, 'Content-Length': String(to - from) },
  });
}

/** Whether If-None-Match names the file, by weak comparison: a proxy that compresses makes tags weak. */
function hasIt(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

interface ByteRange {
  readonly from: number;
  /** The first byte behind it. */
  readonly to: number;
}

/** The one range that is asked for; null: the whole file. Several ranges and what cannot be read are ignored. */
function rangeOf(request: Request, etag: string, size: number): ByteRange | 'unsatisfiable' | null {
  const condition = request.headers.get('if-range');
  if (request.method !== 'GET' || (condition !== null && condition !== etag)) return null;
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range')?.replace(/\s/g, '') ?? '');
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (match === null || (first === '' && last === '')) return null;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { from: size - count, to: size };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return null;
  if (from >= size) return 'unsatisfiable';
  return { from, to: last === '' ? size : Math.min(Number(last) + 1, size) };
}
