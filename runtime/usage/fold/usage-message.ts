import type { UsageRecord } from '../../../schema/usage/types.js';
import { inertText, inertTitle } from '../../propose/sinks/inert-text.js';
import type { PullRequestText } from '../../propose/sinks/pull-request-text.js';

/** Skills that a pull request names. */
const MOST_NAMED = 200;
const LONGEST_PATH = 300;

/** Sums over records. */
export type UsageSums = Pick<UsageRecord, 'successes' | 'failures' | 'loads'>;

export function usageSums(records: readonly UsageSums[]): UsageSums {
  const sum = (key: keyof UsageSums) => records.reduce((total, one) => total + one[key], 0);
  return { successes: sum('successes'), failures: sum('failures'), loads: sum('loads') };
}

/** `3 skills`, `1 skill`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** What the commit and the pull request of a proposal of usage say: without trailers, since no skill changes. */
export function usageMessage(
  skills: readonly string[],
  { successes, failures, loads }: UsageSums,
  recorders: readonly string[],
): { readonly message: string; readonly text: PullRequestText } {
  const title = `Record usage of ${counted(skills.length, 'skill')}`;
  const what = `Counts of ${recorders.join(' and ')} so far, in these files: ${successes} times a skill helped, ${failures} times it did not, ${loads} times one was read.`;
  const again = 'The same counts again are counted once, however this is merged.';
  const named = skills.slice(0, MOST_NAMED).map((skill) => `- ${inertText(skill, LONGEST_PATH)}`);
  const rest = skills.length - named.length;
  const more = rest > 0 ? [`- and ${rest} more`] : [];
  return {
    message: `${title}\n\n${what}\n${again}\n`,
    text: { title: inertTitle(title, 250), body: `${what}\n${again}\n\n${[...named, ...more].join('\n')}\n` },
  };
}
