import type { FindingArgs, FindingKind, Severity } from '../diagnostic.js';
import type { ScannedText } from './scanned-text.js';

/** One place of a text that breaks a rule. */
export interface TextHit {
  /** UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly args?: FindingArgs;
  readonly severity?: Severity;
}

/** A kind of finding that is looked for in the text of a SKILL.md or of a file beside it. */
export interface SecurityRule extends FindingKind {
  /** Lower-case words: a text that breaks the rule holds one of them. Absent: every text is looked at. */
  readonly needles?: readonly string[];
  readonly scan: (text: ScannedText) => Iterable<TextHit>;
}
