import { type Finding, type FindingKind, finding } from '../diagnostic.js';

/** Where a finding about a whole file stands. */
export const TOP = { line: 1, column: 1 };

export const fileBinary: FindingKind = {
  code: 'file-binary',
  severity: 'warning',
  checkOnly: true,
  tags: ['security', 'file'],
  wording: (a) =>
    `This file is a ${a.format}: nobody can review what it does. Ship its source, or name where it comes from.`,
  page: {
    why: 'A compiled program cannot be reviewed, and an agent may run it. Byte code that lies beside its source can differ from it.',
    wrong: 'scripts/convert.pyc',
    right: 'scripts/convert.py',
    language: 'text',
    source: 'https://github.com/OWASP/www-project-agentic-skills-top-10/pull/42',
  },
};

export const shebangMissing: FindingKind = {
  code: 'shebang-missing',
  severity: 'info',
  checkOnly: true,
  tags: ['file'],
  wording: () =>
    'The file may be executed, but no first line (#!) says by what, so that it runs as whatever shell there is. Add one, or take the bit away (git update-index --chmod=-x).',
  page: {
    why: 'A script without a first line runs under the shell of whoever starts it, or not at all. Documents with the bit are mostly accidents of copying.',
    wrong: 'echo done',
    right: '#!/bin/sh\necho done',
    language: 'sh',
  },
};

export const executableKinds: readonly FindingKind[] = [fileBinary, shebangMissing];

/** First bytes of programs, as hexadecimal digits. */
const MAGIC: readonly (readonly [string, string])[] = [
  ['7f454c46', 'program (ELF)'],
  ['feedface', 'program (Mach-O)'],
  ['feedfacf', 'program (Mach-O)'],
  ['cefaedfe', 'program (Mach-O)'],
  ['cffaedfe', 'program (Mach-O)'],
  ['cafebabe', 'program (Mach-O or Java class)'],
  ['0061736d', 'program (WebAssembly)'],
];
const BYTE_CODE = /\.(?:pyc|pyo|class|dex)$/iu;

/** A file as git has it: mode `100755` may be executed. */
export interface ModedFile {
  readonly path: string;
  readonly mode: string;
  readonly bytes: Uint8Array;
}

/** Judges what a file is, not what it says. */
export function judgeExecutable({ path, mode, bytes }: ModedFile): Finding[] {
  const format = formatOf(path, bytes);
  if (format !== null) return [finding(fileBinary, path, TOP, { format })];
  const isScript = bytes[0] === 0x23 && bytes[1] === 0x21;
  return mode === '100755' && !isScript && isText(bytes) ? [finding(shebangMissing, path, TOP)] : [];
}

function formatOf(path: string, bytes: Uint8Array): string | null {
  const start = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const known = MAGIC.find(([magic]) => magic === start);
  if (known !== undefined) return known[1];
  if (isWindowsProgram(bytes)) return 'program (Windows)';
  return BYTE_CODE.test(path) && !isText(bytes) ? 'file of byte code' : null;
}

/** `MZ`, and `PE` where the header says that it stands. */
function isWindowsProgram(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x4d || bytes[1] !== 0x5a || bytes.length < 64) return false;
  const at = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(60, true);
  return bytes[at] === 0x50 && bytes[at + 1] === 0x45;
}

function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 8000).includes(0);
}
