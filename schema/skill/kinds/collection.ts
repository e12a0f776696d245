import type { FindingKind } from '../../diagnostic.js';

/** What shows only where a library's skills are looked at together. `paths` is sorted. */
const paths = (value: unknown): string => (value as readonly string[]).join(', ');

export const nameDuplicate: FindingKind = {
  code: 'name-duplicate',
  severity: 'warning',
  wording: (a) =>
    `The name "${a.name}" is given more than once, and the contents differ: ${paths(a.paths)}. Agents get the first one by name.`,
  tags: ['collection'],
  page: {
    why: 'Agents ask by name and get the first skill by path; the other one cannot be reached by its name.',
    wrong: 'skills/a/SKILL.md: name: deploy\nskills/b/SKILL.md: name: deploy',
    right: 'skills/a/SKILL.md: name: deploy\nskills/b/SKILL.md: name: deploy-preview',
    language: 'text',
  },
};

export const skillCopy: FindingKind = {
  code: 'skill-copy',
  severity: 'info',
  wording: (a) =>
    `The same skill "${a.name}" stands in several places: ${paths(a.paths)}. Keep one, or link to it.`,
  tags: ['collection'],
  page: {
    why: 'A copy costs a place in the listing, and drifts away with the first change.',
    wrong: 'skills/a/SKILL.md\nteam/a/SKILL.md (the same bytes)',
    right: 'skills/a/SKILL.md',
    language: 'text',
  },
};

export const nestedCopy: FindingKind = {
  code: 'nested-copy-drifted',
  severity: 'warning',
  wording: (a) =>
    `This is a nested copy with the name of ${a.outer}, and the contents differ. Remove it, or rename it.`,
  tags: ['collection'],
  page: {
    why: 'A skill inside of another one with the same name and another text is most often left over from a copy.',
    wrong: 'skills/a/SKILL.md\nskills/a/a/SKILL.md',
    right: 'skills/a/SKILL.md',
    language: 'text',
  },
};

export const nameNearlyEqual: FindingKind = {
  code: 'name-nearly-equal',
  severity: 'warning',
  wording: (a) =>
    `The names ${(a.names as readonly string[]).join(', ')} are equal but for case or Unicode form: ${paths(a.paths)}. Rename one.`,
  tags: ['collection'],
  page: {
    why: 'Names that look alike are mistaken for one another, by people and by models.',
    wrong: 'name: deploy\nname: Deploy',
    right: 'name: deploy\nname: deploy-preview',
    language: 'yaml',
  },
};

export const bodyDuplicate: FindingKind = {
  code: 'body-duplicate',
  severity: 'info',
  wording: (a) =>
    `These skills have the same body: ${paths(a.paths)}. Merge them, or say in each what is its own.`,
  tags: ['collection'],
  page: {
    why: 'The same text under two names: an agent that finds both learns nothing more.',
    wrong: 'skills/a/SKILL.md\nskills/b/SKILL.md (the same body)',
    right: 'skills/a/SKILL.md',
    language: 'text',
  },
};

export const bodyNearDuplicate: FindingKind = {
  code: 'body-near-duplicate',
  severity: 'info',
  wording: (a) =>
    `These skills are nearly alike (${a.similarity} of their lines are equal): ${paths(a.paths)}. Merge them, or move the common part to a file.`,
  tags: ['collection'],
  page: {
    why: 'Texts that are nearly alike have to be mended twice, and agents cannot tell which one is meant.',
    wrong: 'skills/a/SKILL.md\nskills/b/SKILL.md (9 of 10 lines equal)',
    right: 'skills/a/SKILL.md\nskills/b/SKILL.md (both link to ../shared/steps.md)',
    language: 'text',
  },
};

export const listingBudget: FindingKind = {
  code: 'listing-over-budget',
  severity: 'warning',
  wording: (a) =>
    `The descriptions of ${a.skills} skills have ${a.total} characters together, the budget is ${a.budget}. Shorten the longest.`,
  tags: ['collection', 'host'],
  page: {
    why: 'A host lists all descriptions in every session; what does not fit its budget is cut or left out.',
    wrong: '{ "listing-budget": 8000 }, and 9,100 characters of descriptions',
    right: '{ "listing-budget": 8000 }, and 7,400',
    language: 'text',
  },
};

export const collectionKinds: readonly FindingKind[] = [
  nameDuplicate,
  skillCopy,
  nestedCopy,
  nameNearlyEqual,
  bodyDuplicate,
  bodyNearDuplicate,
  listingBudget,
];
