import { SkillgraftError } from '../../../schema/errors.js';
import type { BaseFile, BaseSkill, PlanBase, ProposalRequest } from '../types.js';
import { textFile } from './changes.js';
import { invalid } from './errors.js';
import { isBelow, joinPath, pathBelow } from './paths.js';

/** What belongs to a skill at the repository's root, where the rest of the repository lies beside it. */
const ROOT_FOLDERS: ReadonlySet<string> = new Set(['scripts', 'references', 'assets']);

/** The files of a skill but for SKILL.md and those of skills inside of its folder, by path below the folder. */
export function ownFiles(base: PlanBase, skill: BaseSkill): ReadonlyMap<string, BaseFile> {
  const nested = nestedFolders(base, skill.path);
  const own = new Map<string, BaseFile>();
  for (const [path, file] of skill.files) {
    const below = pathBelow(skill.path, path);
    if (below === 'SKILL.md' || nested.some((folder) => isBelow(folder, path))) continue;
    if (belongs(skill.path, below)) own.set(below, file);
  }
  return own;
}

/**
 * The files that a request names, by path in the repository, as they should be in the skill's folder.
 *
 * @throws SkillgraftError `proposal-invalid`, `path-collision`
 */
export function namedFiles(
  base: PlanBase,
  folder: string,
  there: ReadonlyMap<string, BaseFile>,
  files: ProposalRequest['files'] = {},
): ReadonlyMap<string, BaseFile | null> {
  const nested = nestedFolders(base, folder);
  const wanted = new Map<string, BaseFile | null>();
  for (const [below, text] of Object.entries(files)) {
    const path = joinPath(folder, below);
    const inner = nested.find((one) => isBelow(one, path));
    if (inner !== undefined)
      throw invalid(
        'files',
        `names ${below}, which belongs to the skill ${inner}`,
        `Propose a FIX of ${inner}.`,
      );
    if (!belongs(folder, below)) {
      const hint = `A skill at the root has files in ${[...ROOT_FOLDERS].join(', ')} only.`;
      throw invalid('files', `names ${below}, which is not the skill's`, hint);
    }
    const known = there.get(below);
    if (known === undefined && base.paths.has(path)) throw notAFile(path);
    if (known === undefined && text === null)
      throw invalid('files', `takes ${below} away, which is not there`, 'Leave it out.');
    wanted.set(path, text === null ? null : { ...textFile(text), ...(known && { mode: known.mode }) });
  }
  return wanted;
}

function belongs(folder: string, below: string): boolean {
  const isRoot = folder === '' || folder === '.';
  return !isRoot || (below.includes('/') && ROOT_FOLDERS.has(below.slice(0, below.indexOf('/'))));
}

/** Folders of skills inside of a skill's folder. */
function nestedFolders({ paths }: PlanBase, folder: string): readonly string[] {
  const own = joinPath(folder, 'SKILL.md');
  return [...paths]
    .filter((path) => path.endsWith('/SKILL.md') && path !== own && isBelow(folder, path))
    .map((path) => path.slice(0, -'/SKILL.md'.length));
}

function notAFile(path: string): SkillgraftError {
  return new SkillgraftError(
    'path-collision',
    `${path} is a link or a submodule.`,
    'Change what it leads to, or replace it by hand.',
  );
}
