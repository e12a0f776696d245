import { hiddenCharacters as hiddenIn } from '../../../schema/security/hidden-characters.js';
import { newTexts } from './new-text.js';
import type { ProposalCheck } from './types.js';

/** Warns of characters in new lines that a reviewer would not see, and tells what they spell. */
export const hiddenCharacters: ProposalCheck = {
  name: 'hidden-characters',
  run: ({ plan }) => ({
    findings: newTexts(plan.changes).flatMap(({ path, text, lines }) => hiddenIn(path, text, lines)),
    notes: [],
  }),
};
