import type * as original from '../../propose/git/write-proposal.js';
import { notAtEdge } from '../not-at-edge.js';

export const writeProposal: typeof original.writeProposal = async () => {
  throw notAtEdge('write to a repository');
};
