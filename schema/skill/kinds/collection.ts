import type { FindingKind } from '../../diagnostic.js';

/** What shows only where a library's skills are looked at together. `paths` is sorted. */
const paths = (value: unknown): string => (value as readonly string[]).join(', ');

export const nameDuplicate: FindingKind = {
  code: 'name-duplicate',
  severity: 'warning',
  wording: (a) =>
    `The name "${a.name}" is given more than once, and the contents differ: ${paths(a.paths)}. Agents get the first one by name.`,
};

export const skillCopy: FindingKind = {
  code: 'skill-copy',
  severity: 'info',
  wording: (a) =>
    `The same skill "${a.name}" stands in several places: ${paths(a.paths)}. Keep one, or link to it.`,
};

export const nestedCopy: FindingKind = {
  code: 'nested-copy-drifted',
  severity: 'warning',
  wording: (a) =>
    `This is a nested copy with the name of ${a.outer}, and the contents differ. Remove it, or rename it.`,
};

export const nameNearlyEqual: FindingKind = {
  code: 'name-nearly-equal',
  severity: 'warning',
  wording: (a) =>
    `The names ${(a.names as readonly string[]).join(', ')} are equal but for case or Unicode form: ${paths(a.paths)}. Rename one.`,
};

export const bodyDuplicate: FindingKind = {
  code: 'body-duplicate',
  severity: 'info',
  wording: (a) =>
    `These skills have the same body: ${paths(a.paths)}. Merge them, or say in each what is its own.`,
};

export const bodyNearDuplicate: FindingKind = {
  code: 'body-near-duplicate',
  severity: 'info',
  wording: (a) =>
    `These skills are nearly alike (${a.similarity} of their lines are equal): ${paths(a.paths)}. Merge them, or move the common part to a file.`,
};

export const listingBudget: FindingKind = {
  code: 'listing-over-budget',
  severity: 'warning',
  wording: (a) =>
    `The descriptions of ${a.skills} skills have ${a.total} characters together, the budget is ${a.budget}. Shorten the longest.`,
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
