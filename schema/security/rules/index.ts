import type { SecurityRule } from '../rule.js';
import { concealment } from './concealment.js';
import { credentialExfiltration } from './credential-exfiltration.js';
import { encodedBlob } from './encoded-blob.js';
import { encodedCommand } from './encoded-command.js';
import { exfiltrationUrl } from './exfiltration-url.js';
import { instructionOverride } from './instruction-override.js';
import { loadTimeCommand } from './load-time-command.js';
import { pipeToShell } from './pipe-to-shell.js';
import { skipReview } from './skip-review.js';

/** What is looked for in every text of a skill. A new rule is one file and one line here. */
export const securityRules: readonly SecurityRule[] = [
  pipeToShell,
  encodedCommand,
  encodedBlob,
  credentialExfiltration,
  exfiltrationUrl,
  instructionOverride,
  concealment,
  skipReview,
  loadTimeCommand,
];
