import type * as original from '../../propose/sinks/pull-request.js';
import { notAtEdge } from '../not-at-edge.js';

export const pullRequest: typeof original.pullRequest = {
  name: 'pull-request',
  description: 'Opens a pull request.',
  needsCommit: true,
  deliver: async () => {
    throw notAtEdge('open pull requests');
  },
};
