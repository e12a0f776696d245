import type * as original from '../../propose/open-proposal.js';

/** Pull requests are of repositories, of which there is none. */
export const findOpenProposal: typeof original.findOpenProposal = async () => null;
