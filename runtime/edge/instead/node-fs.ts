import { notAtEdge } from '../not-at-edge.js';

/** A rule of secretlint looks at key stores on disk, and takes a failure for none. */
export function readFileSync(): never {
  throw notAtEdge('read files');
}
