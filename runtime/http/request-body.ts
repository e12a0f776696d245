/** Reads a request's body; null: it has more bytes than `limit`. */
export type ReadBody = (limit: number) => Promise<Uint8Array | null>;

/** The body as the platform's own request has it. */
export function bodyOf(request: Request): ReadBody {
  return async (limit) => {
    if (Number(request.headers.get('content-length')) > limit) return null;
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of request.body ?? []) {
      size += piece.byteLength;
      if (size > limit) return null;
      pieces.push(piece);
    }
    return joined(pieces, size);
  };
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
