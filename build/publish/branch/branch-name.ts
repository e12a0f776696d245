import { SkillgraftError } from '../../../schema/errors.js';

const LONGEST = 200;

/** Branch that is published to where nobody named one. */
export const DEFAULT_BRANCH = 'skills-index';

/**
 * Full name of a branch.
 *
 * @throws SkillgraftError `publish-branch`
 */
export function branchRef(name: string): string {
  const isName = name.split('/').every((part) => /^[A-Za-z0-9][\w.-]*$/.test(part));
  const isRef = !/\.\.|\.(?:\/|$)|\.lock(?:\/|$)/i.test(name) && name !== 'HEAD';
  const isProposals = name === 'skillgraft' || name.startsWith('skillgraft/');
  if (isName && isRef && !isProposals && name.length <= LONGEST) return `refs/heads/${name}`;
  throw new SkillgraftError(
    'publish-branch',
    `${JSON.stringify(name)} cannot be the branch that an index is published to.`,
    'Use letters, digits, ".", "_", "-" and "/"; branches below skillgraft/ are for proposals.',
  );
}
