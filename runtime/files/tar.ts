const BLOCK = 512;

/**
 * The plain files of a tar archive (POSIX.1-2001: ustar, and the paths of pax records) by path. Folders, links and
 * devices are passed over.
 *
 * @throws RangeError where it is cut short or a checksum is wrong
 */
export function readTar(bytes: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let longName: string | null = null;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return files;
    checkSum(header);
    const size = octal(header, 124, 12);
    const data = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (data.length !== size) break;
    const type = String.fromCharCode(header[156]!);
    if (type === 'x') longName = paxPath(data);
    else {
      if (type === '0' || type === '\0') files.set((longName ?? nameOf(header)).replace(/^\.\//, ''), data);
      longName = null;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new RangeError('the archive is cut short');
}

function nameOf(header: Uint8Array): string {
  const [name, prefix] = [text(header, 0, 100), text(header, 345, 155)];
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** `length key=value\n`, one behind the other; null where none of them is a path. */
function paxPath(data: Uint8Array): string | null {
  for (let at = 0; at < data.length; ) {
    const blank = data.indexOf(0x20, at);
    const length = Number(text(data, at, blank - at));
    if (blank < 0 || !Number.isSafeInteger(length) || length <= blank - at) break;
    const record = new TextDecoder().decode(data.subarray(blank + 1, at + length - 1));
    if (record.startsWith('path=')) return record.slice('path='.length);
    at += length;
  }
  return null;
}

/** The checksum is taken with blanks in its own place. */
function checkSum(header: Uint8Array): void {
  const sum = header.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 0x20 : byte), 0);
  if (sum !== octal(header, 148, 8)) throw new RangeError('a header is damaged');
}

function octal(bytes: Uint8Array, at: number, length: number): number {
  const digits = text(bytes, at, length).trim();
  if (!/^[0-7]+$/.test(digits)) throw new RangeError('a number is damaged');
  return Number.parseInt(digits, 8);
}

function text(bytes: Uint8Array, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}
