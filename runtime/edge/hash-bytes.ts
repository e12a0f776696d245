/** The hashes of FIPS 180-4 that git's object ids and the names of branches are made with. */
export type Algorithm = 'sha1' | 'sha256';

type Compress = (state: Uint32Array, words: Uint32Array) => void;

const BLOCK = 64;

/** A hash's first state, how many words its schedule has, and one block's step. */
const HASHES: Readonly<
  Record<
    Algorithm,
    { readonly start: readonly number[]; readonly words: number; readonly compress: Compress }
  >
> = {
  sha1: {
    start: [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0],
    words: 80,
    compress: compressSha1,
  },
  sha256: {
    start: rootFractions(8, 2),
    words: 64,
    compress: compressSha256,
  },
};

const SHA256_CONSTANTS = Uint32Array.from(rootFractions(64, 3));

/** Hashes bytes at once, for platforms whose own hashes answer later only: Web Crypto is faster, where there is time. */
export function hashBytes(algorithm: Algorithm, bytes: Uint8Array): Uint8Array {
  const { start, words, compress } = HASHES[algorithm];
  const state = Uint32Array.from(start);
  const schedule = new Uint32Array(words);
  const padded = pad(bytes);
  const view = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i += 1) schedule[i] = view.getUint32(at + 4 * i);
    compress(state, schedule);
  }
  const digest = new DataView(new ArrayBuffer(4 * state.length));
  state.forEach((word, i) => {
    digest.setUint32(4 * i, word);
  });
  return new Uint8Array(digest.buffer);
}

/** A one bit, zeros, and the length in bits: whole blocks. */
function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const end = new DataView(padded.buffer, padded.length - 8);
  end.setUint32(0, Math.floor(bytes.length / 2 ** 29));
  end.setUint32(4, bytes.length * 8);
  return padded;
}

function compressSha1(state: Uint32Array, w: Uint32Array): void {
  for (let t = 16; t < 80; t += 1) w[t] = rotateLeft(w[t - 3]! ^ w[t - 8]! ^ w[t - 14]! ^ w[t - 16]!, 1);
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
  for (let t = 0; t < 80; t += 1) {
    const [mixed, constant] = roundSha1(t, b, c, d);
    const next = (rotateLeft(a, 5) + mixed + e + constant + w[t]!) | 0;
    [e, d, c, b, a] = [d, c, rotateLeft(b, 30), a, next];
  }
  add(state, [a, b, c, d, e]);
}

function roundSha1(t: number, b: number, c: number, d: number): [mixed: number, constant: number] {
  if (t < 20) return [(b & c) ^ (~b & d), 0x5a827999];
  if (t < 40) return [b ^ c ^ d, 0x6ed9eba1];
  if (t < 60) return [(b & c) ^ (b & d) ^ (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}

function compressSha256(state: Uint32Array, w: Uint32Array): void {
  for (let t = 16; t < 64; t += 1) {
    const [near, far] = [w[t - 2]!, w[t - 15]!];
    const sigma1 = rotateRight(near, 17) ^ rotateRight(near, 19) ^ (near >>> 10);
    const sigma0 = rotateRight(far, 7) ^ rotateRight(far, 18) ^ (far >>> 3);
    w[t] = (sigma1 + w[t - 7]! + sigma0 + w[t - 16]!) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as number[] & { length: 8 };
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotateRight(e!, 6) ^ rotateRight(e!, 11) ^ rotateRight(e!, 25);
    const chosen = (e! & f!) ^ (~e! & g!);
    const first = (h! + sum1 + chosen + SHA256_CONSTANTS[t]! + w[t]!) | 0;
    const sum0 = rotateRight(a!, 2) ^ rotateRight(a!, 13) ^ rotateRight(a!, 22);
    const second = (sum0 + ((a! & b!) ^ (a! & c!) ^ (b! & c!))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d! + first) | 0, c, b, a, (first + second) | 0];
  }
  add(state, [a!, b!, c!, d!, e!, f!, g!, h!]);
}

function add(state: Uint32Array, values: readonly number[]): void {
  values.forEach((value, i) => {
    state[i] = state[i]! + value;
  });
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function rotateRight(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** First 32 bits of the fractions of the primes' square or cube roots, as the standard defines its constants. */
function rootFractions(count: number, root: 2 | 3): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes.map((prime) => {
    const value = root === 2 ? Math.sqrt(prime) : Math.cbrt(prime);
    return Math.floor((value - Math.floor(value)) * 2 ** 32) >>> 0;
  });
}
