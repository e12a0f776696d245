const NOT_ASCII = /[\u007f-\uffff]/;
const NOT_ASCII_ALL = /[\u007f-\uffff]/g;

/**
 * JSON with keys sorted by code unit, no blanks and only ASCII: the same value gives the same text everywhere, and
 * engines keep and parse such text twice as fast. Keys whose value is undefined are left out; numbers must be finite.
 */
export function canonicalJson(value: unknown): string {
  const out: string[] = [];
  write(value, out);
  return out.join('');
}

function write(value: unknown, out: string[]): void {
  if (Array.isArray(value)) writeArray(value, out);
  else if (value !== null && typeof value === 'object') writeObject(value as Record<string, unknown>, out);
  else if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`not JSON: ${value}`);
  else if (value === undefined || typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`not JSON: ${typeof value}`);
  else if (typeof value === 'string') out.push(quote(value));
  else out.push(JSON.stringify(value));
}

function quote(text: string): string {
  const quoted = JSON.stringify(text);
  return NOT_ASCII.test(quoted) ? quoted.replace(NOT_ASCII_ALL, escapeUnit) : quoted;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function writeArray(items: readonly unknown[], out: string[]): void {
  out.push('[');
  for (let i = 0; i < items.length; i += 1) {
    if (i > 0) out.push(',');
    write(items[i], out);
  }
  out.push(']');
}

function writeObject(object: Record<string, unknown>, out: string[]): void {
  out.push('{');
  let first = true;
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    if (value === undefined) continue;
    out.push(first ? '' : ',', quote(key), ':');
    write(value, out);
    first = false;
  }
  out.push('}');
}

/** Bytes as standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  if (typeof Buffer !== 'undefined') {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  }
  return btoa(pieces.join(''));
}

/** Bytes of standard base64. */
export function fromBase64(text: string): Uint8Array {
  if (typeof Buffer !== 'undefined') return Buffer.from(text, 'base64');
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** SHA-256 of bytes as `sha256:` and 64 lower-case hex digits (Web Crypto, so that it runs everywhere). */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  let hex = 'sha256:';
  for (const byte of digest) hex += byte.toString(16).padStart(2, '0');
  return hex;
}
