import type { TreeEntry } from '../../runtime/git/repository.js';
import { compareText } from '../../schema/diagnostic.js';
import { type FileTree, type Folder, joinPath, resolvePath } from './file-tree.js';
import type { Candidate } from './walk.js';

/** What belongs to a skill at the repository's root, where the rest of the repository lies beside it. */
const ROOT_FOLDERS = new Set(['scripts', 'references', 'assets']);

/** All files below a skill's folder at the paths seen from it, links followed, each real folder once. */
export function skillFiles(tree: FileTree, skill: Candidate): readonly TreeEntry[] {
  const out: TreeEntry[] = [];
  const real = realFolder(tree, skill.folder);
  collect({ tree, out, visited: new Set() }, { seen: skill.folder, real, node: skill.node });
  return out.sort((a, b) => compareText(a.path, b.path));
}

function realFolder(tree: FileTree, seen: string): string {
  const place = resolvePath(tree, seen);
  return place.kind === 'folder' ? place.real : seen;
}

interface Collection {
  readonly tree: FileTree;
  readonly out: TreeEntry[];
  readonly visited: Set<string>;
}

interface Level {
  readonly seen: string;
  readonly real: string;
  readonly node: Folder;
}

function collect(to: Collection, level: Level): void {
  if (to.visited.has(level.real)) return;
  to.visited.add(level.real);
  for (const name of [...level.node.children.keys()].sort(compareText)) {
    if (name === 'node_modules' || name === '.git' || (level.seen === '' && !belongsToRoot(name))) continue;
    const seen = joinPath(level.seen, name);
    const place = resolvePath(to.tree, joinPath(level.real, name));
    if (place.kind === 'file') to.out.push({ ...place.entry, path: seen });
    // A folder above this one would bring the skill into itself.
    else if (place.kind === 'folder' && !isAbove(place.real, level.real)) {
      collect(to, { seen, real: place.real, node: place.node });
    }
  }
}

function belongsToRoot(name: string): boolean {
  return name === 'SKILL.md' || ROOT_FOLDERS.has(name);
}

function isAbove(folder: string, path: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
