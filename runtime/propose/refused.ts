import type { Finding } from '../../schema/diagnostic.js';
import { SkillgraftError } from '../../schema/errors.js';

/** The checks found an error in a proposal; nothing was written. */
export class ProposalRefused extends SkillgraftError {
  /** All that the checks found, warnings too, sorted. */
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    super(
      'proposal-refused',
      `The proposal has ${errors} ${errors === 1 ? 'error' : 'errors'}, and nothing was written.`,
      'Mend what is named and propose it again.',
    );
    this.findings = findings;
  }
}
