import { compareText } from '../../../schema/diagnostic.js';
import type { BaseFile, BaseSkill, FileChange } from '../types.js';

/** The files that differ from the base, sorted by path. A file that is there keeps its mode. */
export function changesOf(
  skills: readonly BaseSkill[],
  wanted: ReadonlyMap<string, BaseFile | null>,
): readonly FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, file] of wanted) {
    const before = skills.find((skill) => skill.files.has(path))?.files.get(path);
    const mode = before?.mode ?? file?.mode;
    if (mode === undefined || sameBytes(before?.bytes ?? null, file?.bytes ?? null)) continue;
    changes.push({ path, mode, before: before?.bytes ?? null, after: file?.bytes ?? null });
  }
  return changes.sort((a, b) => compareText(a.path, b.path));
}

/** True for the same bytes, or no file on both sides. */
export function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** A text as a plain file. */
export function textFile(text: string): BaseFile {
  return { mode: '100644', bytes: new TextEncoder().encode(text) };
}
