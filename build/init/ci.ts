import { SkillgraftError } from '../../schema/errors.js';

export const CI_KINDS = ['github', 'gitlab', 'none'] as const;
/** What checks and publishes a new repository. */
export type CiKind = (typeof CI_KINDS)[number];

/** Where the reusable workflows of Skillgraft lie. */
export interface CalledWorkflows {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /** A commit's full id: only that cannot be moved. */
  readonly commit: string;
}

/**
 * Reads `OWNER/NAME@COMMIT`.
 *
 * @throws SkillgraftError `init-uses`
 */
export function calledWorkflows(text: string): CalledWorkflows {
  const [, repository, commit] = /^([\w-][\w.-]*\/[\w-][\w.-]*)@([0-9a-f]{40})$/.exec(text) ?? [];
  if (repository !== undefined && commit !== undefined) return { repository, commit };
  throw new SkillgraftError(
    'init-uses',
    `${JSON.stringify(text)} does not say where the workflows are.`,
    'Write OWNER/NAME@COMMIT with the 40 digits of a commit; a tag or a branch may be moved.',
  );
}

/** The files of a kind of CI: path in the new repository, and source below `build/init/template/`. */
export function ciFiles(
  kind: CiKind,
  isCalling: boolean,
): readonly (readonly [path: string, source: string])[] {
  if (kind === 'none') return [];
  if (kind === 'gitlab') return [['.gitlab-ci.yml', 'ci/gitlab-ci.yml.txt']];
  const form = isCalling ? 'github-call' : 'github';
  const files = [
    ['.github/workflows/skills-check.yml', `ci/${form}-check.yml.txt`],
    ['.github/workflows/skills-publish.yml', `ci/${form}-publish.yml.txt`],
  ] as const;
  // There is no workflow of ours to call for the curator.
  return isCalling ? files : [...files, ['.github/workflows/skills-curate.yml', 'ci/github-curate.yml.txt']];
}
