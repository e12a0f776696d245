import type { CommandContext } from '../../runtime/cli/command.js';
import { settingOption } from '../../runtime/cli/setting-option.js';
import { BASELINE_FILE } from '../check/baseline.js';

/** The options of `check`. */
export const checkOptionSpecs = {
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
  'max-bytes': settingOption('max-index-bytes'),
  synonyms: settingOption('synonyms'),
  strict: { type: 'boolean', description: 'Warnings count as errors do.' },
  since: {
    type: 'string',
    value: 'REF',
    description: 'Only what was not found where this branch left REF counts.',
  },
  baseline: {
    type: 'string',
    value: 'FILE',
    description: `Findings in this file do not count; ${BASELINE_FILE} if that is there.`,
  },
  'update-baseline': {
    type: 'boolean',
    description: 'Write the errors and warnings of today into the baseline.',
  },
  all: { type: 'boolean', description: 'List what --since and the baseline leave out, too.' },
  fix: { type: 'boolean', description: 'Mend what has one safe answer, in the files on disk.' },
  'fix-dry-run': { type: 'boolean', description: 'Show what --fix would change, as a diff.' },
  explain: {
    type: 'string',
    value: 'CODE',
    description: 'Say what a finding means and how to mend or waive it.',
  },
  format: {
    type: 'string',
    choices: ['text', 'json', 'github', 'gitlab', 'sarif'],
    value: 'text|json|github|gitlab|sarif',
    description:
      'Form of the report; `github` makes annotations and the job summary, `gitlab` a code quality report.',
  },
  sarif: { type: 'string', value: 'FILE', description: 'Write the report as SARIF into a file, besides.' },
  json: {
    type: 'boolean',
    description: 'Print {findings, waived, summary} as JSON; short for --format json.',
  },
} as const;

/** What `check` gets from the command line. */
export type CheckContext = CommandContext<typeof checkOptionSpecs>;
