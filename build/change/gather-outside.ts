import type { TreeEntry } from '../../runtime/git/repository.js';
import { compareText } from '../../schema/diagnostic.js';
import { SKILL_ROOTS } from '../../schema/skill/roots.js';
import { type DiscoveredSkill, discover } from '../discover.js';
import { readLinks } from '../links.js';
import type { GatheredSides } from './gather.js';
import type { Side } from './sides.js';
import type { OutsideSkill } from './types.js';

/** Hosts load what lies there, in any folder, whatever the settings say; `skills` is ours. */
const HOST_ROOTS = SKILL_ROOTS.filter((root) => root.startsWith('.'));
const IN_HOST_ROOT = new RegExp(
  `^((?:.*/)?(?:${HOST_ROOTS.map((root) => root.replaceAll('.', '\\.')).join('|')}))(?:/|$)`,
  'u',
);

/** Skills in hosts' own folders that the roots of the settings leave out, and that come or change; by path. */
export async function gatherOutside({ before, after }: GatheredSides): Promise<OutsideSkill[]> {
  if (before === after) return [];
  const [old, now] = [await outsideSkills(before), await outsideSkills(after)];
  return [...now]
    .filter(([path, files]) => old.get(path) !== files)
    .map(([path]): OutsideSkill => ({ path, change: old.has(path) ? 'changed' : 'added' }))
    .sort((a, b) => compareText(a.path, b.path));
}

/** By SKILL.md: what its files are. */
async function outsideSkills({ built }: Side): Promise<Map<string, string>> {
  const { entries } = built.snapshot;
  const roots = hostRoots(entries);
  if (roots.length === 0) return new Map();
  const reached = new Set([
    ...built.skillFiles.map(({ path }) => path),
    ...built.skills.map(({ path, realPath = path }) => `${realPath}/SKILL.md`),
  ]);
  const { skills } = discover(entries, await readLinks(built.snapshot), { roots });
  return new Map(
    skills
      .filter(({ file, realFile }) => !reached.has(file) && !reached.has(realFile))
      .map((skill) => [skill.file, filesOf(skill)]),
  );
}

/** A link can stand for the folder, or for the one that it is in. */
function hostRoots(entries: readonly TreeEntry[]): string[] {
  const found = entries.flatMap(({ path }) => IN_HOST_ROOT.exec(path)?.[1] ?? []);
  const linked = entries.flatMap(({ path, mode }) =>
    mode === '120000' ? HOST_ROOTS.filter((root) => root.startsWith(`${path}/`)) : [],
  );
  return [...new Set([...found, ...linked])];
}

function filesOf({ files }: DiscoveredSkill): string {
  return files.map(({ path, oid, mode }) => `${path}\n${oid}\n${mode}`).join('\n');
}
