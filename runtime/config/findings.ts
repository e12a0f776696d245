import type { Finding, FindingKind } from '../../schema/diagnostic.js';

function kind(code: string, wording: FindingKind['wording']): FindingKind {
  return { code, severity: 'error', wording };
}

/** What can be wrong with a setting. The default (or the next source's value) is used in its place. */
export const CONFIG_FINDINGS = {
  unreadable: kind(
    'config-unreadable',
    (args) => `The file cannot be read (${args.reason}). Mend it or take it away.`,
  ),
  syntax: kind(
    'config-syntax',
    (args) => `This is not JSON: ${args.problem}. None of the file's settings count.`,
  ),
  notAnObject: kind(
    'config-not-an-object',
    () => 'The file must hold one JSON object, such as {"limit": 20}. None of its settings count.',
  ),
  duplicateKey: kind(
    'config-duplicate-key',
    (args) => `"${args.key}" stands here a second time. The last one counts; take the others away.`,
  ),
  unknownKey: kind('config-unknown-key', (args) => {
    const near = args.near === undefined ? '' : ` Did you mean "${args.near}"?`;
    return `There is no setting "${args.key}".${near} skillgraft config lists all of them.`;
  }),
  wrongType: kind(
    'config-wrong-type',
    (args) => `"${args.key}" cannot be ${args.given}. Give ${args.expected}.`,
  ),
  outOfRange: kind(
    'config-out-of-range',
    (args) => `"${args.key}" cannot be ${args.given}. Give a whole number from ${args.min} to ${args.max}.`,
  ),
  badIndex: kind(
    'config-bad-index',
    (args) => `Entry ${args.entry} of "${args.key}" is left out: ${args.problem}.`,
  ),
  notAChoice: kind(
    'config-not-a-choice',
    (args) => `"${args.key}" cannot be ${args.given}. Give one of: ${String(args.choices)}.`,
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
  return `${what} ignored: ${place}${configMessage(entry)}`;
}
