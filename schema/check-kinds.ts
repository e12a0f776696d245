import type { FindingArgs, FindingKind } from './diagnostic.js';

/** A proposal's new text holds what looks like a secret. The secret itself is in no argument. */
export const secretFound: FindingKind = {
  code: 'secret-found',
  severity: 'error',
  wording: (args) =>
    `This line holds what looks like a secret (${args.rule}, ${args.kind}). Take it out; if it is a real one, revoke it.`,
};

/** A proposed skill says much the same as one that is there. */
export const skillNearDuplicate: FindingKind = {
  code: 'skill-near-duplicate',
  severity: 'warning',
  wording: (args) =>
    `${args.proposed} is near in meaning to ${args.near} (cosine ${args.cosine}). If they are for the same task, use MERGE, or FIX the one that is there.`,
};

/** A proposed text takes the first place of a query that is another skill's. */
export const rankingTaken: FindingKind = {
  code: 'ranking-taken',
  severity: 'warning',
  wording: ({ query, file, proposed, before }: FindingArgs) =>
    before === ''
      ? `The query "${query}" of ${file} was answered with no skill, and would now be with ${proposed}. Say more narrowly what it is for.`
      : `The query "${query}" of ${file} would now lead to ${proposed} in place of ${before}. Say more narrowly what it is for.`,
};

/** New text holds characters that a reader does not see. */
export const hiddenText: FindingKind = {
  code: 'hidden-text',
  severity: 'warning',
  wording: ({ count, characters, decoded, more }: FindingArgs) => {
    const what = `${count} hidden ${count === 1 ? 'character' : 'characters'} (${characters})`;
    const spelt = decoded === undefined ? '' : `, which spell "${decoded}"`;
    const others = more === undefined ? '' : ` ${more} more lines of this file hold some.`;
    return `This line holds ${what}${spelt}. Take them out.${others}`;
  },
};

export const checkKinds: readonly FindingKind[] = [secretFound, skillNearDuplicate, rankingTaken, hiddenText];
