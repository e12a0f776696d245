/** Walks the entries of a raw tree object in place, without making objects of them. */
export class TreeCursor {
  readonly data: Uint8Array;
  readonly #idBytes: number;
  /** Octal mode as a number; -1 behind the last entry. */
  mode = -1;
  nameStart = 0;
  nameEnd = 0;
  #next = 0;

  constructor(data: Uint8Array, idBytes = 20) {
    this.data = data;
    this.#idBytes = idBytes;
    this.advance();
  }

  get isTree(): boolean {
    return this.mode === 0o40000;
  }

  /** Steps to the next entry; `mode` is -1 behind the last one, and where the tree is cut short. */
  advance(): void {
    const { data } = this;
    let at = this.#next;
    let mode = 0;
    while (at < data.length && data[at] !== 0x20) mode = mode * 8 + data[at++]! - 0x30;
    const nameEnd = data.indexOf(0, at);
    this.nameStart = at + 1;
    this.nameEnd = nameEnd;
    this.#next = nameEnd + 1 + this.#idBytes;
    this.mode = nameEnd < 0 || this.#next > data.length ? -1 : mode;
  }

  get name(): string {
    return Buffer.from(this.data.buffer, this.data.byteOffset).toString('utf8', this.nameStart, this.nameEnd);
  }

  get oid(): string {
    return Buffer.from(this.data.buffer, this.data.byteOffset).toString('hex', this.nameEnd + 1, this.#next);
  }

  /** Mode as six octal digits, old and odd file modes made 100644 or 100755. */
  get modeText(): string {
    if ((this.mode & 0o170000) === 0o100000) return (this.mode & 0o100) === 0 ? '100644' : '100755';
    return this.mode.toString(8).padStart(6, '0');
  }

  /** Git's order of tree entries: by bytes, a folder as if its name ended in a slash. */
  compareName(other: TreeCursor): number {
    const [a, b] = [this.data, other.data];
    const lengthA = this.nameEnd - this.nameStart;
    const lengthB = other.nameEnd - other.nameStart;
    for (let i = 0; i <= lengthA || i <= lengthB; i++) {
      const x = i < lengthA ? a[this.nameStart + i]! : i === lengthA && this.isTree ? 0x2f : 0;
      const y = i < lengthB ? b[other.nameStart + i]! : i === lengthB && other.isTree ? 0x2f : 0;
      if (x !== y) return x - y;
    }
    return 0;
  }

  /** Same mode and id as the entry of another tree. */
  sameEntry(other: TreeCursor): boolean {
    if (this.mode !== other.mode) return false;
    for (let i = 1; i <= this.#idBytes; i++) {
      if (this.data[this.nameEnd + i] !== other.data[other.nameEnd + i]) return false;
    }
    return true;
  }
}
