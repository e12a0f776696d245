import { SkillgraftError } from '../../schema/errors.js';

/**
 * The name of the format that a command prints: of `--format`, or what `--json` is short for; `text` where neither is given.
 *
 * @throws SkillgraftError `two-formats` where both are, and differ
 */
export function chosenFormat<Name extends string>(
  json: boolean,
  format: Name | undefined,
): Name | 'json' | 'text' {
  if (json && format !== undefined && format !== 'json') {
    const hint = 'Leave one of them away.';
    throw new SkillgraftError('two-formats', `--json and --format ${format} exclude each other.`, hint);
  }
  return json ? 'json' : (format ?? 'text');
}
