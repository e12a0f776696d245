import { compareText } from '../../schema/diagnostic.js';
import type { FileState, SkillState } from './sides.js';
import type { FileChange } from './types.js';

const PROGRAM =
  /\.(?:sh|bash|zsh|fish|ps1|psm1|bat|cmd|py|pyw|js|mjs|cjs|ts|mts|cts|rb|pl|php|lua|r|jl|swift|kts|groovy|applescript|scpt|exe|dll|so|dylib|wasm|jar|com|msi|app|deb|rpm|bin)$/i;

/** The files of a skill that differ, SKILL.md left out, by path. */
export function compareFiles(before: SkillState | null, after: SkillState | null): FileChange[] {
  const [old, now] = [
    before?.files ?? new Map<string, FileState>(),
    after?.files ?? new Map<string, FileState>(),
  ];
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort(compareText);
  return paths.flatMap((path) => {
    const [a, b] = [old.get(path), now.get(path)];
    const isSame = a?.digest === b?.digest && a?.executable === b?.executable;
    return path === 'SKILL.md' || isSame ? [] : [fileChange(path, a, b)];
  });
}

function fileChange(path: string, before: FileState | undefined, after: FileState | undefined): FileChange {
  return {
    path,
    change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    size: { before: before?.size ?? null, after: after?.size ?? null },
    script: isProgram(path, after ?? before!),
    executable: { before: before?.executable === true, after: after?.executable === true },
  };
}

/** By its mode, its first line or its extension. */
function isProgram(path: string, { executable, text }: FileState): boolean {
  return executable || text?.startsWith('#!') === true || PROGRAM.test(path);
}
