import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sharedPath } from './shared.js';

export interface CorpusFile {
  /** `skills/<owner>+<repo>/<path>/SKILL.md`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The SKILL.md files of the shared corpora, sorted by path; empty where the corpora are not there. */
export function corpusFiles(): readonly CorpusFile[] {
  const folder = sharedPath('corpora');
  if (folder === null) return [];
  const files = [...readTar(gunzipSync(readFileSync(`${folder}/skills.tar.gz`)))];
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Regular files of a tar archive (ustar, with the long names of GNU and pax). */
function* readTar(tar: Uint8Array): Generator<CorpusFile> {
  const utf8 = (from: number, to: number): string => Buffer.from(tar.subarray(from, to)).toString('utf8');
  const field = (from: number, to: number): string => utf8(from, to).replace(/\0.*$/su, '');
  let longName: string | undefined;
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, at + 136).trim(), 8);
    const type = String.fromCharCode(tar[at + 156]!);
    const start = at + 512;
    if (type === 'L') longName = field(start, start + size);
    else if (type === 'x') longName = /\d+ path=([^\n]+)\n/u.exec(utf8(start, start + size))?.[1] ?? longName;
    else if (type === '0' || type === '\0') {
      const prefix = field(at + 345, at + 500);
      const name = field(at, at + 100);
      const path = longName ?? (prefix === '' ? name : `${prefix}/${name}`);
      yield { path: path.replace(/^\.\//u, ''), bytes: tar.subarray(start, start + size) };
      longName = undefined;
    }
    at = start + Math.ceil(size / 512) * 512;
  }
}
