import { type CommandContext, defineCommand } from '../../runtime/cli/command.js';
import { settingOption } from '../../runtime/cli/setting-option.js';
import { SkillgraftError } from '../../schema/errors.js';
import { type BuildResult, buildIndex } from '../build-index.js';
import type { BuildOptions } from '../options.js';
import { countSeverities, findingRow } from '../report/rows.js';
import { countLine, findingLines, plural } from '../report/text.js';
import { buildOptions } from './build-settings.js';
import { withProgress } from './with-progress.js';

export const check = defineCommand({
  name: 'check',
  summary: 'Validate every SKILL.md',
  description: [
    'Reads the files as they lie on disk, or a commit with --ref (and where there is no work tree). Profiles: ' +
      '`lenient` is what the index takes, `spec` what the Agent Skills specification allows, `claude-code` what that ' +
      'host allows.',
    'Exit code 1 where there is an error (with --strict also a warning), 2 where it could not run.',
  ],
  options: {
    repo: {
      type: 'string',
      value: 'DIR',
      description: 'The repository, or any folder of skills; this one if not given.',
    },
    ref: {
      type: 'string',
      value: 'REF',
      description: 'Check a branch, tag or commit instead of the files on disk.',
    },
    profile: settingOption('profile'),
    roots: settingOption('roots'),
    'listing-budget': settingOption('listing-budget'),
    synonyms: settingOption('synonyms'),
    strict: { type: 'boolean', description: 'Warnings count as errors do.' },
    json: { type: 'boolean', description: 'Print {findings, summary} as JSON.' },
  },
  examples: ['check', 'check --profile spec --json', 'check --ref origin/main'],
  async run(context) {
    const { args } = context;
    const options = { ...buildOptions(context, args), incremental: false, embedder: 'none' as const };
    const result = await withProgress(context, (onProgress) => readFiles({ ...options, onProgress }));
    await result.close();
    report(context, result, args.json);
    const counts = countSeverities(result.findings);
    return counts.error > 0 || (args.strict && counts.warning > 0) ? 1 : 0;
  },
});

/** The files on disk; a commit where one was named, or where there are none. */
async function readFiles(options: BuildOptions): Promise<BuildResult> {
  if (options.ref !== undefined) return buildIndex(options);
  const onDisk = await buildIndex({ ...options, workTree: true }).catch((error: unknown) => {
    if (error instanceof SkillgraftError && error.code === 'no-work-tree') return null;
    throw error;
  });
  if (onDisk !== null && onDisk.found > 0) return onDisk;
  await onDisk?.close();
  // A clone whose HEAD is unborn has no files on disk, and yet a commit to judge.
  return buildIndex(options).catch((error: unknown) => {
    if (onDisk !== null && error instanceof SkillgraftError) return onDisk;
    throw error;
  });
}

function report(context: CommandContext, result: BuildResult, json: boolean): void {
  const { found, skills, failed, findings, commit } = result;
  const { error, warning, info } = countSeverities(findings);
  if (json) {
    const summary = {
      files: found,
      loaded: skills.length,
      failed: failed.length,
      errors: error,
      warnings: warning,
      infos: info,
      commit,
    };
    context.json({ findings: findings.map(findingRow), summary });
    return;
  }
  for (const note of result.notes) context.notice(note);
  for (const line of findingLines(findings, context.style)) context.print(line);
  if (findings.length > 0) context.print();
  context.print(
    `${plural(found, 'file') || '0 files'} found, ${skills.length} loaded, ${failed.length} failed; ${countLine(findings)}.`,
  );
}
