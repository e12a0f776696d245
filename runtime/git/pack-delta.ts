/** Applies a pack's delta to its base. Throws where the delta does not fit. */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  let at = 0;
  const size = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = delta[at++];
      if (byte === undefined) throw new Error('a delta is cut short');
      value += (byte & 0x7f) * scale;
      if ((byte & 0x80) === 0) return value;
    }
  };
  if (size() !== base.length) throw new Error('a delta does not fit its base');
  const result = new Uint8Array(size());
  let end = 0;
  /** The bytes of a number that the bits of `flags` say are there, lowest first. */
  const number = (flags: number, bytes: number) => {
    let value = 0;
    for (let i = 0; i < bytes; i++) if ((flags >> i) & 1) value += delta[at++]! * 2 ** (8 * i);
    return value;
  };
  while (at < delta.length) {
    const code = delta[at++]!;
    if ((code & 0x80) !== 0) {
      const from = number(code, 4);
      const length = number(code >> 4, 3) || 0x10000;
      if (from + length > base.length) throw new Error('a delta reads behind its base');
      result.set(base.subarray(from, from + length), end);
      end += length;
    } else {
      result.set(delta.subarray(at, at + code), end);
      at += code;
      end += code;
    }
  }
  if (end !== result.length) throw new Error('a delta is cut short');
  return result;
}
