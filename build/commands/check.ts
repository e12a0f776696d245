import { join, resolve } from 'node:path';
import { defineCommand, type ExitCode } from '../../runtime/cli/command.js';
import { SkillgraftError } from '../../schema/errors.js';
import { describe } from '../../schema/messages.js';
import { BASELINE_FILE, writeBaseline } from '../check/baseline.js';
import { type CheckOptions, checkSkills } from '../check/check-skills.js';
import { ALWAYS_COUNT } from '../check/known.js';
import { type CheckResult, countedFindings } from '../check/types.js';
import { type CheckFormat, checkFormats } from '../report/check-format.js';
import { countSeverities } from '../report/rows.js';
import { plural } from '../report/text.js';
import { buildOptions } from './build-settings.js';
import { applyFixes, showFixes } from './check-fixes.js';
import { type CheckContext, checkOptionSpecs } from './check-options.js';
import { writeReports } from './check-reports.js';
import { chosenFormat } from './chosen-format.js';
import { explainRule } from './explain-rule.js';
import { withProgress } from './with-progress.js';

export const check = defineCommand({
  name: 'check',
  summary: 'Validate every SKILL.md',
  description: [
    'Reads the files as they lie on disk, or a commit with --ref (and where there is no work tree). Profiles: ' +
      '`lenient` is what the index takes, `spec` what the Agent Skills specification allows, `claude-code` what that ' +
      'host allows.',
    'Levels of rules stand in skillgraft.json: {"rules": {"link-missing": "error"}, "overrides": [{"paths": ' +
      '["skills/legacy/**"], "rules": {"link-missing": "off"}}]}. A comment `skillgraft-ignore CODE: reason` above a ' +
      'place waives a finding there.',
    'Exit code 1 where there is an error (with --strict also a warning), 2 where it could not run.',
  ],
  options: checkOptionSpecs,
  examples: [
    'check',
    'check --profile spec --json',
    'check --since origin/main --format github',
    'check --fix-dry-run',
    'check --explain link-missing',
  ],
  async run(context) {
    const { args } = context;
    if (args.explain !== undefined) return explainRule(context, args.explain, args.json);
    const format = formatOf(context);
    const how = checkOptions(context);
    let result = await runCheck(context, how);
    if (args['fix-dry-run']) return showFixes(context, result);
    if (args.fix && (await applyFixes(context, result))) result = await runCheck(context, how);
    if (args['update-baseline']) return updateBaseline(context, result);
    await writeReports(context, result, format);
    const counts = countSeverities(countedFindings(result.report));
    return counts.error > 0 || (args.strict && counts.warning > 0) ? 1 : 0;
  },
});

function formatOf({ args }: CheckContext): CheckFormat {
  const name = chosenFormat(args.json, args.format);
  return checkFormats.find((format) => format.name === name)!;
}

function checkOptions(context: CheckContext): CheckOptions {
  const { args, cwd } = context;
  if ((args.fix || args['fix-dry-run']) && args.ref !== undefined) {
    const hint = 'Leave --ref away: the files on disk are mended.';
    throw new SkillgraftError('fix-of-commit', 'A commit cannot be mended.', hint);
  }
  const { since, baseline } = args;
  return {
    ...buildOptions(context, args),
    ...(since === undefined ? {} : { since }),
    ...(args['update-baseline'] ? { withoutBaseline: true } : {}),
    ...(baseline === undefined || args['update-baseline']
      ? {}
      : { baseline: { file: resolve(cwd, baseline), path: baseline } }),
  };
}

function runCheck(context: CheckContext, how: CheckOptions): Promise<CheckResult> {
  return withProgress(context, (onProgress) => checkSkills({ ...how, onProgress }));
}

/** Gives 1 where something is left that no baseline holds back. */
async function updateBaseline(
  context: CheckContext,
  { entries, top, report }: CheckResult,
): Promise<ExitCode> {
  const { baseline } = context.args;
  const file = baseline === undefined ? join(top, BASELINE_FILE) : resolve(context.cwd, baseline);
  await writeBaseline(file, entries);
  const count = entries.reduce((sum, entry) => sum + entry.count, 0);
  context.print(`${baseline ?? BASELINE_FILE}: ${plural(count, 'finding') || 'no finding'}.`);
  const left = countedFindings(report).filter(({ code }) => ALWAYS_COUNT.has(code));
  for (const one of left) context.notice(`No baseline holds ${one.code}: ${describe(one)}`);
  return left.length === 0 ? 0 : 1;
}
