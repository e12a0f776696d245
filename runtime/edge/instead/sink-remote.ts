import type * as original from '../../propose/sink-remote.js';
import { notAtEdge } from '../not-at-edge.js';

export const sinkRemote: typeof original.sinkRemote = async () => {
  throw notAtEdge('open pull requests');
};
