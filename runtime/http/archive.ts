/** A file of an archive. */
export interface ArchiveFile {
  /** POSIX, below the archive's root. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

const BLOCK = 512;

/**
 * A gzipped tar archive (POSIX.1-2001: ustar, with pax records for paths that it has no room for). Without times, users
 * and hosts: the same files give the same bytes.
 */
export async function tarGz(files: readonly ArchiveFile[]): Promise<Uint8Array> {
  const blocks = files.flatMap(entryBlocks);
  const tar = new Blob([...blocks, new Uint8Array(2 * BLOCK)] as Uint8Array<ArrayBuffer>[]);
  const zipped = tar.stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(zipped).arrayBuffer());
}

function entryBlocks({ path, bytes, executable }: ArchiveFile): Uint8Array[] {
  const mode = executable ? 0o755 : 0o644;
  const file = [header(asciiTail(path), bytes.length, mode, '0'), ...padded(bytes)];
  if (/^[\x20-\x7e]{1,100}$/.test(path)) return file;
  const record = paxRecord('path', path);
  return [header('pax', record.length, 0o644, 'x'), ...padded(record), ...file];
}

function padded(bytes: Uint8Array): Uint8Array[] {
  const rest = bytes.length % BLOCK;
  return rest === 0 ? [bytes] : [bytes, new Uint8Array(BLOCK - rest)];
}

/** A name for readers that know no pax records. */
function asciiTail(path: string): string {
  return path.replace(/[^\x20-\x7e]/g, '_').slice(-100);
}

function header(name: string, size: number, mode: number, type: string): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number): void => void new TextEncoder().encodeInto(text, block.subarray(at));
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  put(name, 0);
  put(octal(mode, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(size, 11), 124);
  put(octal(0, 11), 136);
  // The checksum is taken with blanks in its own place.
  put(' '.repeat(8), 148);
  put(type, 156);
  put('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** `length key=value\n`, where the length counts its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = new TextEncoder().encode(` ${key}=${value}\n`);
  let length = rest.length;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return new Uint8Array([...new TextEncoder().encode(String(length)), ...rest]);
}
