import type * as original from '../../propose/main-line.js';
import { notAtEdge } from '../not-at-edge.js';

export const mainLine: typeof original.mainLine = async () => {
  throw notAtEdge('read the branches of a repository');
};
