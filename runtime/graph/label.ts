import { posix } from 'node:path';
import { plainLine } from '../../schema/hidden-text.js';
import type { GraphNode } from './graph.js';

/** A node's path, and its name where that is another one, in one line without what a reader would not see. */
export function labelOf({ path, name }: GraphNode): string {
  return plainLine(posix.basename(path) === name ? path : `${path} (${name})`);
}
