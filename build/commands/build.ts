import { type CommandContext, defineCommand, type ExitCode } from '../../runtime/cli/command.js';
import { settingOption } from '../../runtime/cli/setting-option.js';
import { type BuildResult, buildIndex } from '../build-index.js';
import { checkArtifact } from '../check-artifact.js';
import { publishArtifact } from '../publish-artifact.js';
import { buildReport, describeSource } from '../report/build-text.js';
import { findingRow } from '../report/rows.js';
import { findingLines } from '../report/text.js';
import { buildOptions, checkCommandFor } from './build-settings.js';
import { withProgress } from './with-progress.js';

export const build = defineCommand({
  name: 'build',
  summary: 'Build the index of a commit',
  description: [
    'Reads a commit of the repository (never the files that lie in the work tree, unless --work-tree), validates ' +
      'every SKILL.md, and writes index.json and copies of the skills into the output folder. The same commit gives ' +
      'the same bytes. A broken skill is reported and left out; the others are indexed.',
    'Exit code 1 where a file has an error, 2 where the build could not run. The index that was there stays whole ' +
      'until the new one stands, and is never replaced by one without any skill.',
  ],
  options: {
    repo: {
      type: 'string',
      value: 'DIR',
      description: 'The repository, or any folder of skills; this one if not given.',
    },
    ref: { type: 'string', value: 'REF', description: 'Branch, tag or commit to build; HEAD if not given.' },
    out: settingOption('out'),
    roots: settingOption('roots'),
    profile: settingOption('profile'),
    'listing-budget': settingOption('listing-budget'),
    'max-bytes': settingOption('max-index-bytes'),
    synonyms: settingOption('synonyms'),
    embedder: settingOption('embedder'),
    'work-tree': { type: 'boolean', description: 'Build the files as they lie on disk instead of a commit.' },
    previous: {
      type: 'string',
      value: 'INDEX',
      description:
        'Go on from the lineage of this index (such as branch:skills-index), not of the one in --out.',
    },
    full: {
      type: 'boolean',
      description: 'Read the whole history, not only what came since the index that is there.',
    },
    check: {
      type: 'boolean',
      description: 'Write nothing; say whether the index that is there is what this commit gives.',
    },
    json: { type: 'boolean', description: 'Print {skills, findings, commit, bytes, ms, ...} as JSON.' },
  },
  examples: ['build', 'build --ref v1.2.0 --out /tmp/index', 'build --check'],
  async run(context) {
    const started = performance.now();
    const { args } = context;
    const options = {
      ...buildOptions(context, args),
      workTree: args['work-tree'],
      incremental: !args.full,
      ...(args.previous === undefined ? {} : { previous: args.previous }),
    };
    const result = await withProgress(context, (onProgress) => buildIndex({ ...options, onProgress }));
    const checkCommand = checkCommandFor(args.repo, result.commit);
    try {
      return args.check
        ? await check(context, result, options.out, args.json)
        : await write(context, result, { ...options, json: args.json, started, checkCommand });
    } finally {
      await result.close();
    }
  },
});

async function check(
  context: CommandContext,
  result: BuildResult,
  out: string,
  json: boolean,
): Promise<ExitCode> {
  const findings = await checkArtifact(result, out);
  if (json) {
    context.json({ same: findings.length === 0, commit: result.commit, findings: findings.map(findingRow) });
  } else if (findings.length === 0) {
    context.print(`${out} is what ${describeSource(result)} gives.`);
  } else {
    for (const line of findingLines(findings, context.style)) context.print(line);
    context.print(`${out} is not what ${describeSource(result)} gives. Run \`skillgraft build\`.`);
  }
  return findings.length === 0 ? 0 : 1;
}

interface Writing {
  readonly out: string;
  readonly json: boolean;
  /** Of `performance.now()`. */
  readonly started: number;
  /** The command that shows all findings of this build. */
  readonly checkCommand: string;
}

async function write(context: CommandContext, result: BuildResult, how: Writing): Promise<ExitCode> {
  const { out, json, started, checkCommand } = how;
  const published = await publishArtifact(result, out);
  const errors = result.findings.filter((finding) => finding.severity === 'error');
  const bytes = [...result.files].reduce(
    (sum, [path, file]) => sum + (path.includes('/') ? 0 : file.size),
    0,
  );
  const ms = Math.round(performance.now() - started);
  if (json) {
    const { found, commit, failed, notes } = result;
    const findings = result.findings.map(findingRow);
    context.json({
      skills: result.skills.length,
      found,
      failed,
      findings,
      commit,
      bytes,
      ms,
      out,
      lineage: result.lineage.status,
      ...published,
      notes,
    });
  } else {
    for (const note of result.notes) context.notice(note);
    const lines = buildReport({ result, published, out, bytes, ms, checkCommand }, context.style);
    for (const line of lines) context.print(line);
  }
  return errors.length > 0 ? 1 : 0;
}
