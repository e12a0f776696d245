import type { TreeEntry } from '../../runtime/git/repository.js';

/** A folder of the tree, a file, a link with its target, or another repository's place. */
export type Node =
  | { readonly kind: 'folder'; readonly children: Map<string, Node> }
  | { readonly kind: 'file'; readonly entry: TreeEntry }
  | { readonly kind: 'link'; readonly entry: TreeEntry; readonly target: string }
  | { readonly kind: 'submodule'; readonly entry: TreeEntry };

export type Folder = Extract<Node, { kind: 'folder' }>;

export interface FileTree {
  readonly root: Folder;
}

/** Where a path leads once its links are followed. `real` is the path without links, '' for the root. */
export type Place =
  | { readonly kind: 'folder'; readonly real: string; readonly node: Folder }
  | { readonly kind: 'file'; readonly real: string; readonly entry: TreeEntry }
  | { readonly kind: 'submodule' | 'missing' | 'outside' | 'loop'; readonly real: string };

/** As many links as Linux follows on one path. */
const LINK_LIMIT = 40;

/** Builds the tree of a commit's entries. */
export function makeTree(entries: readonly TreeEntry[], links: ReadonlyMap<string, string>): FileTree {
  const root: Folder = { kind: 'folder', children: new Map() };
  for (const entry of entries) {
    const parts = entry.path.split('/');
    const name = parts.pop()!;
    let folder = root;
    for (const part of parts) folder = childFolder(folder, part);
    folder.children.set(name, leaf(entry, links));
  }
  return { root };
}

function childFolder(folder: Folder, name: string): Folder {
  const known = folder.children.get(name);
  if (known?.kind === 'folder') return known;
  const made: Folder = { kind: 'folder', children: new Map() };
  folder.children.set(name, made);
  return made;
}

function leaf(entry: TreeEntry, links: ReadonlyMap<string, string>): Node {
  if (entry.mode === '160000') return { kind: 'submodule', entry };
  if (entry.mode === '120000') return { kind: 'link', entry, target: links.get(entry.oid) ?? '' };
  return { kind: 'file', entry };
}

/** Follows a path from the root through folders and links, never out of the repository. */
export function resolvePath(tree: FileTree, path: string): Place {
  const todo = path.split('/').reverse();
  const real: string[] = [];
  const nodes: Folder[] = [tree.root];
  let followed = 0;
  while (todo.length > 0) {
    const part = todo.pop()!;
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (real.pop() === undefined) return { kind: 'outside', real: '' };
      nodes.pop();
      continue;
    }
    const node = nodes.at(-1)!.children.get(part);
    const at = [...real, part].join('/');
    if (node?.kind === 'folder') {
      real.push(part);
      nodes.push(node);
    } else if (node?.kind === 'link') {
      if (++followed > LINK_LIMIT) return { kind: 'loop', real: at };
      if (node.target.startsWith('/')) return { kind: 'outside', real: at };
      todo.push(...node.target.split('/').reverse());
    } else if (node?.kind === 'file' && todo.every((rest) => rest === '' || rest === '.')) {
      return { kind: 'file', real: at, entry: node.entry };
    } else return { kind: node?.kind === 'submodule' ? 'submodule' : 'missing', real: at };
  }
  return { kind: 'folder', real: real.join('/'), node: nodes.at(-1)! };
}

export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
