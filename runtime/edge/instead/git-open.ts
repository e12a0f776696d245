import type * as original from '../../git/open.js';
import { notAtEdge } from '../not-at-edge.js';

export const openRepository: typeof original.openRepository = async () => {
  throw notAtEdge('read a git repository');
};
