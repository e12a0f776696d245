import type * as original from '../../propose/commit-settings.js';
import { notAtEdge } from '../not-at-edge.js';

export const commitSettings: typeof original.commitSettings = async () => {
  throw notAtEdge('read the settings of a commit');
};
