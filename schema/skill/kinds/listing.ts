import type { FindingArgs, FindingKind } from '../../diagnostic.js';

/** What shows only where all descriptions are looked at together, as a model does that chooses among them. */
export const hostListingBudget: FindingKind = {
  code: 'host-listing-budget',
  severity: 'info',
  checkOnly: true,
  tags: ['host', 'collection'],
  wording: (a) =>
    `Whoever installs all ${a.skills} skills spends ${a.total} characters of the ${a.budget} that ${a.host} lists of all skills. The largest: ${[a.largest].flat().join(', ')}.`,
  page: {
    why: 'A model sees only the descriptions that fit into the listing. What does not fit is shortened or left out, so that those skills are not chosen any more. Few people install all of a large collection; a repository whose skills are all loaded should stay below.',
    wrong: '40 skills with 600 characters of description each',
    right: '40 skills with 150 characters of description each',
    language: 'text',
    source: 'https://code.claude.com/docs/en/skills#skill-descriptions-are-cut-short',
  },
};

export const hostListingShare: FindingKind = {
  code: 'host-listing-share',
  severity: 'info',
  checkOnly: true,
  tags: ['host'],
  wording: (a) =>
    `This skill alone takes ${a.percent} % of what ${a.host} lists of all skills together (${a.length} of ${a.budget} characters), and all of them do not fit. Shorten the description.`,
  page: {
    why: 'The listing that a model always sees has a budget for all skills of a user. Once it is spent, descriptions of others are shortened or left out. Told where all skills of the repository go over the budget, of those that take more than an eighth of it.',
    wrong: 'description: … 1,000 characters …',
    right: 'description: … 300 characters …',
    language: 'yaml',
    source: 'https://code.claude.com/docs/en/skills#skill-descriptions-are-cut-short',
  },
};

export const descriptionOverlap: FindingKind = {
  code: 'description-overlap',
  severity: 'info',
  checkOnly: true,
  tags: ['collection', 'style'],
  wording: ({ other, by, clauses, asked, clause }: FindingArgs) => {
    if (by === 'equality')
      return `The description is the same as that of ${other}. Say in each what only this skill does.`;
    const what =
      by === 'clauses'
        ? `${clauses} of ${asked} clauses of this description find ${other} first (such as "${clause}")`
        : `A search for this description finds ${other} first`;
    return `${what}. Say what only this skill does, or hand off to the other.`;
  },
  page: {
    why: 'A skill that is not found by its own description is found by chance. The index itself is asked: each clause is a query.',
    wrong:
      'deploy: Deploys the service to production.\nrelease: Deploys the service to production, and tags it.',
    right: 'deploy: Deploys the service to production.\nrelease: Tags a version. To deploy it, use deploy.',
    language: 'text',
  },
};

export const listingKinds: readonly FindingKind[] = [hostListingBudget, hostListingShare, descriptionOverlap];
