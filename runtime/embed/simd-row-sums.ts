import type { RowSums } from './row-sums.js';

/** What is used of WebAssembly; the types of ECMAScript alone do not have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (pages: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly s: (queryEnd: number, rowsEnd: number) => void } };
};

const PAGE = 65_536;
/** Components that one step takes. */
const STEP = 8;

/**
 * A module in the binary format of WebAssembly 2.0, in hexadecimal. It imports a memory, and exports one function that
 * reads there the query from 0 on (16 bits a component) and behind it the rows (8 bits), and writes behind these the sum
 * of each row (32 bits).
 */
const MODULE = `
00 61 73 6d  01 00 00 00    ; WebAssembly, version 1
01 06  01 60 02 7f 7f 00    ; types: one, a function (i32, i32)
02 07  01 00 01 6d 02 00 01 ; imports: "" "m", a memory of at least one page
03 02  01 00                ; functions: one, of that type
07 05  01 01 73 00 00       ; exports: "s", the function
0a 73  01 71                ; code: one body
02 03 7f 01 7b              ; variables behind queryEnd 0 and rowsEnd 1: at 2, out 3, q 4 (i32), sum 5 (v128)
20 00 21 02                 ; at = queryEnd
20 01 21 03                 ; out = rowsEnd
03 40                       ; loop, once a row
41 00 21 04                 ;   q = 0
41 00 fd 11 21 05           ;   sum = four zeros
03 40                       ;   loop, once a step
20 05                       ;     sum
20 02 fd 01 00 00           ;     eight components at \`at\`, widened to 16 bits
20 04 fd 00 00 00           ;     eight components at \`q\`
fd ba 01                    ;     products, two and two added: four of 32 bits
fd ae 01 21 05              ;     sum = sum + those
20 02 41 08 6a 21 02        ;     at = at + 8
20 04 41 10 6a 22 04        ;     q = q + 16
20 00 49 0d 00              ;     again while q < queryEnd
0b                          ;   end
20 03                       ;   out
20 05 fd 1b 00              ;   sum's first number
20 05 fd 1b 01 6a           ;   + second
20 05 fd 1b 02 6a           ;   + third
20 05 fd 1b 03 6a           ;   + fourth
36 02 00                    ;   stored there
20 03 41 04 6a 21 03        ;   out = out + 4
20 02 20 01 49 0d 00        ;   again while at < rowsEnd
0b                          ; end
0b                          ; end
`;

/**
 * The same sums as those of `plainRowSums`, ten times as fast. Null where the platform has no such WebAssembly or
 * compiles none while it runs, and for rows that are not made of whole steps.
 *
 * @param rows whole rows of `dims` numbers; they are copied
 */
export function simdRowSums(rows: Int8Array, dims: number): RowSums | null {
  if (dims % STEP !== 0 || rows.length === 0) return null;
  const queryEnd = 2 * dims;
  const rowsEnd = queryEnd + rows.length;
  const count = rows.length / dims;
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil((rowsEnd + 4 * count) / PAGE) });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), {
      '': { m: memory },
    });
    const held = new Int8Array(memory.buffer, queryEnd, rows.length);
    held.set(rows);
    const steps = new Int16Array(memory.buffer, 0, dims);
    const sums = new Int32Array(memory.buffer, rowsEnd, count);
    return {
      rows: held,
      sums: (query) => {
        steps.set(query);
        exports.s(queryEnd, rowsEnd);
        return sums;
      },
    };
  } catch {
    // Whatever the platform lacks, the plain way is there.
    return null;
  }
}

function moduleBytes(): Uint8Array {
  const code = MODULE.split('\n').map((line) => line.split(';')[0]!.trim().split(/\s+/));
  return Uint8Array.from(code.flat().filter(Boolean), (byte) => Number.parseInt(byte, 16));
}
