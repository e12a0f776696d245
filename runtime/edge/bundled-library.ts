import type { Artifact } from '../../schema/index.types.js';
import { memoryFiles } from '../files/memory.js';
import { fromObject } from '../load.js';
import { SkillIndex } from '../skill-index.js';
import type { LiveLibrary } from '../skill-library.js';
import type { OpenOptions } from '../types.js';

/** An artifact that is part of the worker's own code. */
export interface BundledArtifact {
  /** index.json, parsed. */
  readonly index: Artifact;
  /** Its other files by their paths in its folder: bytes, or text. */
  readonly files: Readonly<Record<string, Uint8Array | ArrayBuffer | string>>;
}

/** Opens it when it is first asked for; it never changes. */
export function bundledLibrary({ index, files }: BundledArtifact, options: OpenOptions): LiveLibrary {
  let opened: Promise<SkillIndex> | undefined;
  const open = async (): Promise<SkillIndex> => {
    const held = memoryFiles(new Map(Object.entries(files).map(([path, file]) => [path, bytesOf(file)])));
    return SkillIndex.create(await fromObject(index, held), held, options);
  };
  return {
    current: () => {
      opened ??= open();
      return opened;
    },
    subscribe: () => () => undefined,
  };
}

function bytesOf(file: Uint8Array | ArrayBuffer | string): Uint8Array {
  if (typeof file === 'string') return new TextEncoder().encode(file);
  return file instanceof Uint8Array ? file : new Uint8Array(file);
}
