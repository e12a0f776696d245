/**
 * A failure that the user can mend: what went wrong, and what to do next. Everything else that is thrown is a
 * fault of ours and keeps its stack.
 */
export class SkillgraftError extends Error {
  override readonly name = 'SkillgraftError';
  /** Stable kebab-case id, such as `ref-not-found`. */
  readonly code: string;
  /** What to do next, one sentence. */
  readonly hint: string;

  constructor(code: string, message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}
