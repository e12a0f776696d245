import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { corpusFiles } from './corpus.js';

/** The shared corpora as a folder of skills, or the first `count` files of them spread evenly; null where absent. */
export function corpusFolder(
  count = Number.POSITIVE_INFINITY,
): { dir: string; files: number; dispose(): void } | null {
  const all = corpusFiles();
  if (all.length === 0) return null;
  const step = Math.max(1, all.length / count);
  const files = all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  const dir = mkdtempSync(join(tmpdir(), 'skillgraft-corpus-'));
  for (const { path, bytes } of files) {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return { dir, files: files.length, dispose: () => rmSync(dir, { recursive: true, force: true }) };
}
