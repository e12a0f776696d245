import { resolve } from 'node:path';
import { type CommandContext, defineCommand } from '../../runtime/cli/command.js';
import { settingOption } from '../../runtime/cli/setting-option.js';
import { configuredOptions } from '../../runtime/commands/open-configured.js';
import { cacheFolder } from '../../runtime/files/user-folders.js';
import { compareCommits } from '../change/compare-commits.js';
import { FAILURES, type FailureName, failuresIn } from '../change/failures.js';
import { makeDocument } from '../change/report/make-document.js';
import { markdownReport } from '../change/report/markdown.js';
import { textReport } from '../change/report/text.js';
import type { ChangeReport } from '../change/types.js';
import { buildOptions } from './build-settings.js';
import { chosenFormat } from './chosen-format.js';
import { readDiffWords } from './diff-words.js';
import { withProgress } from './with-progress.js';

const FORMATS = ['text', 'markdown', 'json'] as const;
type Format = (typeof FORMATS)[number];

export const diff = defineCommand({
  name: 'diff',
  summary: 'Show what a change means: between two commits, or two versions of a skill',
  description: [
    'BASE [HEAD] compares commits: what agents will see, find and be allowed that they were not before. As a pull ' +
      'request is, HEAD (if not given: HEAD) is compared with the last commit that it shares with BASE.',
    'SKILL FROM [TO] compares versions of one skill: all of its files, as a unified diff that `git apply` takes. Three ' +
      'words, or a first word that is a skill of the index, mean this.',
    'The exit code is 0 whatever differs; with --fail-on it is 1 where that was found.',
  ],
  options: {
    'work-tree': { type: 'boolean', description: 'Compare the files on disk with BASE.' },
    exact: { type: 'boolean', description: 'Compare BASE itself, not what it shares with HEAD.' },
    format: {
      type: 'string',
      choices: FORMATS,
      description: 'How it is printed; `markdown` fits into a comment on GitHub. text if not given.',
    },
    'fail-on': {
      type: 'string',
      multiple: true,
      choices: FAILURES,
      description: 'End with exit code 1 where the change has such a thing.',
    },
    json: {
      type: 'boolean',
      description: 'The same as --format json; of versions {path, name, from, to, files}.',
    },
    skill: { type: 'boolean', description: 'The first word is a skill, whatever else it may be.' },
    commits: { type: 'boolean', description: 'The words are commits, whatever else they may be.' },
    repo: {
      type: 'string',
      value: 'DIR',
      description: 'The git repository; this one (for versions the one around the index) if not given.',
    },
    index: settingOption('index'),
    roots: settingOption('roots'),
    profile: settingOption('profile'),
  },
  positionals: [
    { name: 'BASE|SKILL', description: 'A branch, tag or commit, or a skill.', required: true },
    { name: 'HEAD|FROM', description: 'The other commit, or a version: its number, a commit, a date.' },
    { name: 'TO', description: 'The other version; the one in the index if not given.' },
  ],
  examples: [
    'diff origin/main',
    'diff origin/main --work-tree',
    'diff v1.0 v1.1 --format markdown',
    'diff origin/main --fail-on security,takeover',
    'diff conventional-commits v2 v4',
  ],
  async run(context) {
    const { args } = context;
    const words = await readDiffWords(context, args);
    if (words.kind === 'versions') {
      const { printVersionDiff } = await import('../../runtime/commands/diff.js');
      await printVersionDiff(context, { ...words, repo: args.repo }, args.json);
      return 0;
    }
    const format = chosenFormat(args.json, args.format as Format | undefined);
    const { out, ...build } = buildOptions(context, { repo: args.repo, ref: undefined });
    const refs = { base: words.base, head: words.head, workTree: args['work-tree'], exact: words.exact };
    const open = configuredOptions(context.config());
    const cache = cacheFolder({ env: context.env });
    const report = await withProgress(context, (onProgress) =>
      compareCommits({ ...build, out: resolve(context.cwd, out), ...refs, open, cache, onProgress }),
    );
    print(context, report, format);
    const failed = failuresIn(report, args['fail-on'] as readonly FailureName[]);
    for (const { name, count } of failed) context.notice(`--fail-on ${name}: ${count}`);
    return failed.length > 0 ? 1 : 0;
  },
});

function print(context: CommandContext, report: ChangeReport, format: Format): void {
  if (format === 'json') context.json(report);
  else if (format === 'markdown') context.stdout.write(markdownReport(makeDocument(report)));
  else for (const line of textReport(makeDocument(report), context.style)) context.print(line);
}
