import type { TreeEntry } from '../../runtime/git/repository.js';
import {
  compareText,
  type Finding,
  type FindingArgs,
  type FindingKind,
  finding,
  type Severity,
} from '../../schema/diagnostic.js';
import {
  linkDangling,
  linkLoop,
  linkOutside,
  linkToFile,
  skillFileCase,
  skillFileCollision,
  submoduleSkipped,
} from '../../schema/skill/kinds/discovery.js';
import { excerpt } from '../../schema/text.js';
import { type FileTree, type Folder, joinPath, type Node, resolvePath } from './file-tree.js';

/** A SKILL.md at the path by which the walk came to it. */
export interface Candidate {
  /** '' for the repository's root. */
  readonly folder: string;
  readonly file: string;
  readonly real: string;
  readonly entry: TreeEntry;
  readonly node: Folder;
}

export interface Walked {
  readonly candidates: readonly Candidate[];
  readonly findings: readonly Finding[];
  /** Real paths of all SKILL.md files that were met. */
  readonly reached: ReadonlySet<string>;
}

/** A folder to walk: as seen, as it is, the real folders above it on the way seen, and whether a skill encloses it. */
interface Step {
  readonly seen: string;
  readonly real: string;
  readonly node: Folder;
  readonly chain: readonly string[];
  readonly inSkill: boolean;
}

type LinkNode = Extract<Node, { kind: 'link' }>;

interface PendingLink {
  readonly link: LinkNode;
  readonly name: string;
  readonly from: Step;
}

/**
 * Walks the roots: first all real folders, then what links lead to, each real folder once, so that a tangle of links
 * costs no more than the folders it joins.
 */
export function walkRoots(tree: FileTree, roots: readonly string[]): Walked {
  const state = new Walk(tree);
  for (const root of [...roots].sort(compareText)) state.start(root);
  state.drain();
  return state;
}

class Walk implements Walked {
  readonly candidates: Candidate[] = [];
  readonly findings: Finding[] = [];
  readonly reached = new Set<string>();
  private readonly visited = new Set<string>();
  private readonly pending: PendingLink[] = [];

  constructor(private readonly tree: FileTree) {}

  start(root: string): void {
    const place = resolvePath(this.tree, root);
    if (place.kind !== 'folder') return;
    const parts = root.split('/');
    const chain = parts.map((_, i) => parts.slice(0, i).join('/'));
    this.walk({ seen: root, real: place.real, node: place.node, chain, inSkill: false });
  }

  drain(): void {
    for (let next = this.pending.shift(); next; next = this.pending.shift()) this.follow(next);
  }

  private walk(step: Step): void {
    if (this.visited.has(step.real)) return;
    this.visited.add(step.real);
    const hasSkill = this.takeSkill(step);
    const inside = { ...step, inSkill: step.inSkill || hasSkill };
    const names = [...step.node.children.keys()].sort(compareText);
    for (const name of names) this.visit(inside, name, step.node.children.get(name)!);
  }

  private visit(step: Step, name: string, node: Node): void {
    const seen = joinPath(step.seen, name);
    if (node.kind === 'submodule') this.report(submoduleSkipped, seen, {});
    else if (node.kind === 'link') {
      if (name !== 'SKILL.md') this.pending.push({ link: node, name, from: step });
    } else if (node.kind === 'folder') {
      if (name === 'node_modules' || name === '.git') return;
      this.walk({
        seen,
        real: joinPath(step.real, name),
        node,
        chain: [...step.chain, step.real],
        inSkill: step.inSkill,
      });
    } else if (name !== 'SKILL.md' && name.toLowerCase() === 'skill.md') {
      this.report(step.node.children.has('SKILL.md') ? skillFileCollision : skillFileCase, seen, {
        found: name,
      });
    }
  }

  /** Takes a folder's SKILL.md, a file or a link to one. */
  private takeSkill({ seen, real, node }: Step): boolean {
    const own = node.children.get('SKILL.md');
    if (own?.kind !== 'file' && own?.kind !== 'link') return false;
    const file = joinPath(seen, 'SKILL.md');
    const place = resolvePath(this.tree, joinPath(real, 'SKILL.md'));
    if (place.kind !== 'file') {
      if (own.kind === 'link') this.broken(place.kind, file, own, real, 'error');
      return true;
    }
    this.reached.add(place.real);
    this.candidates.push({ folder: seen, file, real: place.real, entry: place.entry, node });
    return true;
  }

  private follow({ link, name, from }: PendingLink): void {
    const seen = joinPath(from.seen, name);
    const place = resolvePath(this.tree, joinPath(from.real, name));
    const severity = from.inSkill ? 'warning' : 'error';
    if (place.kind === 'file') {
      if (!from.inSkill) this.report(linkToFile, seen, { target: place.real });
    } else if (place.kind !== 'folder') this.broken(place.kind, seen, link, from.real, severity);
    else if ([...from.chain, from.real].some((above) => isWithin(above, place.real))) {
      this.report(linkLoop, seen, { target: place.real === '' ? '.' : place.real });
    } else {
      const chain = [...from.chain, from.real];
      this.walk({ seen, real: place.real, node: place.node, chain, inSkill: from.inSkill });
    }
  }

  private broken(kind: string, seen: string, link: LinkNode, folder: string, severity: Severity): void {
    const target = excerpt(link.target);
    if (kind === 'submodule') this.report(submoduleSkipped, seen, {});
    else if (kind === 'loop') this.report(linkLoop, seen, { target });
    else if (kind === 'outside') this.report(linkOutside, seen, { target }, severity);
    else this.report(linkDangling, seen, { target: targetOf(folder, link.target) }, severity);
  }

  private report(kind: FindingKind, path: string, args: FindingArgs, severity?: Severity): void {
    this.findings.push(finding(kind, path, { line: 1, column: 1 }, args, { severity }));
  }
}

/** True where `path` is `folder` or lies in it. */
function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** A link's target as a path from the root, for a message. */
function targetOf(folder: string, target: string): string {
  const parts = folder.split('/').filter((part) => part !== '');
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return excerpt(parts.join('/'));
}
