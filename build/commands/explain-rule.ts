import type { CommandContext, ExitCode } from '../../runtime/cli/command.js';
import { nearest } from '../../runtime/nearest.js';
import { SkillgraftError } from '../../schema/errors.js';
import { allKinds, kindOf } from '../report/all-kinds.js';
import { rulePageLines } from '../report/rule-page.js';

/**
 * Prints the page of a kind of finding.
 *
 * @throws SkillgraftError `rule-unknown`
 */
export async function explainRule(
  context: Pick<CommandContext, 'print' | 'json' | 'style'>,
  code: string,
  asJson: boolean,
): Promise<ExitCode> {
  const kind = kindOf(code);
  if (kind === undefined) throw unknown(code);
  const { severity, tags = [], page } = kind;
  if (asJson) context.json({ code, severity, tags, fatal: kind.fatal === true, page });
  else for (const line of rulePageLines(kind, context.style)) context.print(line);
  return 0;
}

function unknown(code: string): SkillgraftError {
  const near = nearest(
    code,
    allKinds.map((kind) => kind.code),
  );
  const hint = near.length === 0 ? 'RULES.md lists all of them.' : `Did you mean ${near.join(' or ')}?`;
  return new SkillgraftError('rule-unknown', `There is no rule "${code}".`, hint);
}
