import { appendFile, stat, writeFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import type { CheckResult } from '../check/types.js';
import { type CheckFormat, checkFormats } from '../report/check-format.js';
import { SUMMARY_LIMIT, stepSummary } from '../report/step-summary.js';
import type { CheckContext } from './check-options.js';

/** Writes the report where it belongs: standard output, the job summary, a file of SARIF. */
export async function writeReports(
  context: CheckContext,
  result: CheckResult,
  format: CheckFormat,
): Promise<void> {
  const { args, style, env } = context;
  const how = { style, all: args.all, prefix: workspacePrefix(env.GITHUB_WORKSPACE, result.top) };
  const text = format.render(result.report, how);
  if (format.name === 'text' || format.name === 'github') {
    for (const note of result.report.notes) context.notice(note);
  }
  if (format.name === 'text') context.print(text.trimEnd());
  else context.stdout.write(text);
  if (format.name === 'github') await appendSummary(env.GITHUB_STEP_SUMMARY, result);
  if (args.sarif !== undefined) {
    const sarif = checkFormats.find(({ name }) => name === 'sarif')!;
    await writeWhole(resolve(context.cwd, args.sarif), sarif.render(result.report, how));
  }
}

/** Where the repository lies in GitHub's workspace, which the paths of annotations start from. */
function workspacePrefix(workspace: string | undefined, top: string): string {
  const below = workspace === undefined || workspace === '' ? '' : relative(workspace, top);
  return below === '' || below.startsWith('..') ? '' : `${below.split(sep).join('/')}/`;
}

async function appendSummary(file: string | undefined, { report: found }: CheckResult): Promise<void> {
  if (file === undefined || file === '') return;
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  const text = stepSummary(found, SUMMARY_LIMIT - size);
  await appendFile(file, text).catch((error: unknown) => {
    throw unwritable(file, error);
  });
}

async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw unwritable(file, error);
  });
}

function unwritable(file: string, cause: unknown): SkillgraftError {
  const hint = 'Name a file in a folder that is there and can be written to.';
  return new SkillgraftError('report-unwritable', `${file} cannot be written.`, hint, { cause });
}
