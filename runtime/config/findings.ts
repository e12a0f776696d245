import type { Finding, FindingKind, RulePage } from '../../schema/diagnostic.js';

/** The examples are settings files. */
function kind(code: string, wording: FindingKind['wording'], page: Omit<RulePage, 'language'>): FindingKind {
  return {
    code,
    severity: 'error',
    fatal: true,
    tags: ['file'],
    wording,
    page: { ...page, language: 'json' },
  };
}

/** Said of a setting whose strict choice is taken for a value that cannot be read. */
function takenAs({ taken }: Finding['args']): string {
  return taken === undefined ? '' : ` Until then it is ${taken}.`;
}

/** What can be wrong with a setting. The default (or the next source's value) is used in its place. */
export const CONFIG_FINDINGS = {
  unreadable: kind(
    'config-unreadable',
    (args) => `The file cannot be read (${args.reason}). Mend it or take it away.`,
    {
      why: 'A settings file that cannot be read would be passed over, and a build would go by other settings than the team wrote down.',
      wrong: 'skillgraft.json (mode 000)',
      right: 'skillgraft.json (mode 644)',
    },
  ),
  syntax: kind(
    'config-syntax',
    (args) => `This is not JSON: ${args.problem}. None of the file's settings count.`,
    {
      why: 'None of the settings count, so that what is built is not what the team wrote down.',
      wrong: '{ "roots": ["skills"], }',
      right: '{ "roots": ["skills"] }',
    },
  ),
  notAnObject: kind(
    'config-not-an-object',
    () => 'The file must hold one JSON object, such as {"limit": 20}. None of its settings count.',
    {
      why: 'Settings have names; a list or a text has none.',
      wrong: '["skills"]',
      right: '{ "roots": ["skills"] }',
    },
  ),
  duplicateKey: kind(
    'config-duplicate-key',
    (args) => `"${args.key}" stands here a second time. The last one counts; take the others away.`,
    {
      why: 'The last one counts, and a reader of the file may look at the first.',
      wrong: '{ "limit": 5, "limit": 20 }',
      right: '{ "limit": 20 }',
    },
  ),
  unknownKey: kind(
    'config-unknown-key',
    (args) => {
      const near = args.near === undefined ? '' : ` Did you mean "${args.near}"?`;
      return `There is no setting "${args.key}".${near} skillgraft config lists all of them.`;
    },
    {
      why: 'A setting that is misspelt changes nothing.',
      wrong: '{ "rots": ["skills"] }',
      right: '{ "roots": ["skills"] }',
    },
  ),
  wrongType: kind(
    'config-wrong-type',
    (args) => `"${args.key}" cannot be ${args.given}. Give ${args.expected}.${takenAs(args)}`,
    {
      why: 'The value cannot be used, and the default is.',
      wrong: '{ "limit": "20" }',
      right: '{ "limit": 20 }',
    },
  ),
  outOfRange: kind(
    'config-out-of-range',
    (args) => `"${args.key}" cannot be ${args.given}. Give a whole number from ${args.min} to ${args.max}.`,
    {
      why: 'The value cannot be used, and the default is.',
      wrong: '{ "limit": 0 }',
      right: '{ "limit": 10 }',
    },
  ),
  badIndex: kind(
    'config-bad-index',
    (args) => `Entry ${args.entry} of "${args.key}" is left out: ${args.problem}.`,
    {
      why: 'An index that is named wrongly is not read, and its skills are not there.',
      wrong: '{ "indexes": [{ "name": "team", "url": "https://skills.example.com/" }] }',
      right: '{ "indexes": [{ "name": "team", "index": "https://skills.example.com/" }] }',
    },
  ),
  notAChoice: kind(
    'config-not-a-choice',
    (args) => `"${args.key}" cannot be ${args.given}. Give one of: ${String(args.choices)}.${takenAs(args)}`,
    {
      why: 'The value cannot be used, and the default is.',
      wrong: '{ "profile": "strict" }',
      right: '{ "profile": "spec" }',
    },
  ),
} as const satisfies Readonly<Record<string, FindingKind>>;

/** All kinds, for lists of findings by code. */
export const CONFIG_FINDING_KINDS: readonly FindingKind[] = Object.values(CONFIG_FINDINGS);

/** What a finding about a setting says. */
export function configMessage({ code, args }: Finding): string {
  return CONFIG_FINDING_KINDS.find((candidate) => candidate.code === code)!.wording(args);
}

/** The same for one line of advice beside a command's own output. */
export function ignoredSetting(entry: Finding): string {
  const { path, line, column, args } = entry;
  const what = args.key === undefined ? 'settings' : `setting ${args.key}`;
  const place = path.startsWith('env:') ? '' : `${path}:${line}:${column}: `;
  const effect = args.taken === undefined ? 'ignored' : `taken as ${args.taken}`;
  return `${what} ${effect}: ${place}${configMessage(entry)}`;
}
