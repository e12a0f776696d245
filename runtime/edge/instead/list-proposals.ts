import type * as original from '../../propose/git/list-proposals.js';

/** Proposals that wait are branches of a repository, of which there is none. */
export const listProposals: typeof original.listProposals = async () => [];
