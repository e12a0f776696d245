import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { RawObject } from './cat-file.js';
import { applyDelta } from './pack-delta.js';
import { PackIndex } from './pack-index.js';

const TYPES: readonly (string | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag'];
const OFS_DELTA = 6;
const REF_DELTA = 7;
const WINDOW = 4096;
const LIMIT = 0x3fffffff;
/** Git makes no longer chains of deltas; a damaged pack may go in circles. */
const MAX_DEPTH = 4096;
/** Bases of deltas that are kept, in bytes. */
const CACHE_BYTES = 32 << 20;

interface Pack {
  readonly index: PackIndex;
  readonly file: FileHandle;
}

/**
 * Packs read in place: a look-up in the index and one read of the file an object, where isomorphic-git takes a whole
 * pack into memory first. Every object is hashed; what does not fit is left to isomorphic-git, which says why.
 */
export class Packs {
  readonly #folder: string;
  #opened: Promise<readonly Pack[]> | undefined;
  readonly #bases = new Map<string, RawObject>();
  #cached = 0;

  constructor(commonDir: string) {
    this.#folder = join(commonDir, 'objects', 'pack');
  }

  /** An object by full id; null where no pack gives it whole. */
  async read(oid: string, depth = 0): Promise<RawObject | null> {
    this.#opened ??= openPacks(this.#folder);
    for (const pack of await this.#opened) {
      const offset = pack.index.offsetOf(oid);
      if (offset === undefined) continue;
      const object = await this.#at(pack, offset, depth).catch(() => null);
      if (object !== null && idOf(object) === oid) return object;
    }
    return null;
  }

  async close(): Promise<void> {
    const opened = await this.#opened;
    this.#opened = undefined;
    this.#bases.clear();
    this.#cached = 0;
    for (const { file } of opened ?? []) await file.close();
  }

  async #at(pack: Pack, offset: number, depth: number): Promise<RawObject> {
    if (depth > MAX_DEPTH) throw new Error('a chain of deltas has no end');
    const key = `${pack.file.fd}:${offset}`;
    const known = this.#bases.get(key);
    if (known !== undefined) return known;
    const window = Buffer.allocUnsafe(WINDOW);
    const { bytesRead } = await pack.file.read(window, 0, WINDOW, offset);
    const header = readHeader(window.subarray(0, bytesRead), offset);
    const data = await inflateAt(
      pack.file,
      window.subarray(0, bytesRead),
      header.length,
      offset,
      header.size,
    );
    const object = await this.#resolve(pack, header, data, depth + 1);
    this.#keep(key, object);
    return object;
  }

  async #resolve(pack: Pack, { type, base }: Header, data: Uint8Array, depth: number): Promise<RawObject> {
    const name = TYPES[type];
    if (name !== undefined) return { type: name, data };
    const from = typeof base === 'string' ? await this.read(base, depth) : await this.#at(pack, base!, depth);
    if (from === null) throw new Error('the base of a delta is in no pack');
    return { type: from.type, data: applyDelta(from.data, data) };
  }

  #keep(key: string, object: RawObject): void {
    if (object.type === 'blob' || object.data.length > CACHE_BYTES / 8) return;
    if (this.#cached + object.data.length > CACHE_BYTES) {
      this.#bases.clear();
      this.#cached = 0;
    }
    this.#bases.set(key, object);
    this.#cached += object.data.length;
  }
}

interface Header {
  readonly type: number;
  /** Bytes of what is deflated. */
  readonly size: number;
  /** Bytes of the header itself. */
  readonly length: number;
  /** Of a delta: the base's offset in the pack, or its id. */
  readonly base?: number | string;
}

function readHeader(bytes: Buffer, offset: number): Header {
  let at = 0;
  let byte = bytes[at++]!;
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let scale = 16; (byte & 0x80) !== 0; scale *= 128) {
    byte = bytes[at++]!;
    size += (byte & 0x7f) * scale;
  }
  if (type === REF_DELTA) return { type, size, length: at + 20, base: bytes.toString('hex', at, at + 20) };
  if (type !== OFS_DELTA) return { type, size, length: at };
  byte = bytes[at++]!;
  let back = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++]!;
    back = (back + 1) * 128 + (byte & 0x7f);
  }
  return { type, size, length: at, base: offset - back };
}

/** Deflated data ends where zlib says: a window that is too small for it is read again, larger. */
async function inflateAt(
  file: FileHandle,
  window: Buffer,
  start: number,
  offset: number,
  size: number,
): Promise<Uint8Array> {
  const needed = size + (size >> 8) + 64;
  let bytes = window.subarray(start);
  if (needed > bytes.length && window.length === WINDOW) {
    const larger = Buffer.allocUnsafe(needed);
    const { bytesRead } = await file.read(larger, 0, needed, offset + start);
    bytes = larger.subarray(0, bytesRead);
  }
  const data = inflateSync(bytes, { maxOutputLength: Math.min(LIMIT, size + 1) });
  if (data.length !== size) throw new Error('an object is cut short');
  return new Uint8Array(data.buffer, data.byteOffset, data.length);
}

async function openPacks(folder: string): Promise<readonly Pack[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.idx')).sort();
  const packs: Pack[] = [];
  for (const name of names) {
    const index = await PackIndex.open(join(folder, name)).catch(() => null);
    const file = await open(join(folder, name.replace(/idx$/, 'pack')), 'r').catch(() => null);
    if (index !== null && file !== null) packs.push({ index, file });
    else await file?.close();
  }
  return packs;
}

function idOf({ type, data }: RawObject): string {
  return createHash('sha1').update(`${type} ${data.length}\0`).update(data).digest('hex');
}
