import type { FindingArgs, FindingKind } from './diagnostic.js';

/** A proposal's new text holds what looks like a secret. The secret itself is in no argument. */
export const secretFound: FindingKind = {
  code: 'secret-found',
  severity: 'error',
  checkOnly: true,
  wording: (args) =>
    `This line holds what looks like a secret (${args.rule}, ${args.kind}). Take it out; if it is a real one, revoke it.`,
  tags: ['security'],
  page: {
    why: 'What was committed once stays in the history and in every clone. A secret that was pushed has to be revoked, even if it is taken out again.',
    wrong: 'export API_TOKEN=ghp_… (36 characters)',
    right: 'export API_TOKEN="$(op read op://team/api/token)"',
    language: 'sh',
  },
};

/** A proposed skill says much the same as one that is there. */
export const skillNearDuplicate: FindingKind = {
  code: 'skill-near-duplicate',
  severity: 'warning',
  wording: (args) =>
    `${args.proposed} is near in meaning to ${args.near} (cosine ${args.cosine}). If they are for the same task, use MERGE, or FIX the one that is there.`,
  tags: ['collection'],
  page: {
    why: 'Two skills for one task share its searches, and neither is always right.',
    wrong: 'deploy: Deploys the service.\nrelease-service: Deploys a service.',
    right: 'deploy: Deploys the service.',
    language: 'text',
  },
};

/** A proposed text takes the first place of a query that is another skill's. */
export const rankingTaken: FindingKind = {
  code: 'ranking-taken',
  severity: 'warning',
  wording: ({ query, file, proposed, before }: FindingArgs) =>
    before === ''
      ? `The query "${query}" of ${file} was answered with no skill, and would now be with ${proposed}. Say more narrowly what it is for.`
      : `The query "${query}" of ${file} would now lead to ${proposed} in place of ${before}. Say more narrowly what it is for.`,
  tags: ['collection', 'evals'],
  page: {
    why: 'A query that the team wrote down would lead agents elsewhere than it does today.',
    wrong: 'description: Helps with everything around code.',
    right: 'description: Formats Go code with gofmt.',
    language: 'yaml',
  },
};

/** New text holds characters that a reader does not see. */
export const hiddenText: FindingKind = {
  code: 'hidden-text',
  severity: 'warning',
  checkOnly: true,
  wording: ({ count, characters, decoded, more }: FindingArgs) => {
    const what = `${count} hidden ${count === 1 ? 'character' : 'characters'} (${characters})`;
    const spelt = decoded === undefined ? '' : `, which spell "${decoded}"`;
    const others = more === undefined ? '' : ` ${more} more lines of this file hold some.`;
    return `This line holds ${what}${spelt}. Take them out.${others}`;
  },
  tags: ['security'],
  page: {
    why: 'A model reads characters that a reviewer does not see; text can be hidden in them.',
    wrong: 'Run the tests.<U+E0049 U+E0067 U+E006E …>',
    right: 'Run the tests.',
    language: 'text',
  },
};

export const checkKinds: readonly FindingKind[] = [secretFound, skillNearDuplicate, rankingTaken, hiddenText];
