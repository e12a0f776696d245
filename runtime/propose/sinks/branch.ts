import { type Sink, writtenOf } from './sink.js';

/** Leaves the proposal on its branch. */
export const branch: Sink = {
  name: 'branch',
  description: 'Leaves the proposal on a local branch below skillgraft/.',
  needsCommit: true,
  async deliver(input) {
    return { sink: 'branch', ...writtenOf(input) };
  },
};
