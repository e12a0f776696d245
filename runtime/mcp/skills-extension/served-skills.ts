import type { Resource, SkillEntry } from '../../../schema/index.types.js';
import { matchesFilter } from '../../search/filter.js';
import type { SkillLibrary } from '../../skill-library.js';
import { perLibrary } from '../per-library.js';
import { whyNotServable } from './servable.js';
import { parentOf, pathOfEntry, pathOfUri } from './uri.js';

/** A skill that is not published as resources, and why: the end of a sentence. */
export interface LeftOut {
  readonly skill: SkillEntry;
  readonly reason: string;
}

/** What of a library is published as `skill://` resources. */
export interface ServedSkills {
  /** What lists show: no archived skills, none for another repository; in the library's order. */
  readonly listed: readonly SkillEntry[];
  /** Every skill that can be asked for, by its folder as `pathOfUri` gives it. */
  readonly byFolder: ReadonlyMap<string, SkillEntry>;
  /** By folder, too. */
  readonly leftOut: ReadonlyMap<string, LeftOut>;
}

/** Decides once for a library what is published. */
export const servedSkills = perLibrary((library: SkillLibrary, repo: string | null): ServedSkills => {
  const byFolder = new Map<string, SkillEntry>();
  const leftOut = new Map<string, LeftOut>();
  for (const skill of library.skills) {
    const folder = parentOf(pathOfEntry(skill.uri));
    const twin = byFolder.get(folder);
    const reason = twin === undefined ? whyNotServable(skill) : `its address is that of ${twin.path}, too`;
    if (reason === null) byFolder.set(folder, skill);
    else leftOut.set(twin === undefined ? folder : skill.path, { skill, reason });
  }
  const filter = repo === null ? {} : { repo };
  return {
    listed: [...byFolder.values()].filter((skill) => matchesFilter(skill, filter)),
    byFolder,
    leftOut,
  };
});

/** A file of a skill. */
export interface ServedFile {
  readonly skill: SkillEntry;
  readonly resource: Resource;
}

/** The file that a URI names; null where there is none. */
export function findServedFile({ byFolder }: ServedSkills, uri: string): ServedFile | null {
  const path = pathOfUri(uri);
  if (path === null) return null;
  for (const skill of skillsAround(byFolder, parentOf(path))) {
    const resource = skill.resources.find((one) => pathOfEntry(one.uri) === path);
    if (resource !== undefined) return { skill, resource };
  }
  return null;
}

/** The skills that a folder belongs to, the innermost first. */
export function* skillsAround(
  byFolder: ReadonlyMap<string, SkillEntry>,
  folder: string,
): Generator<SkillEntry, void> {
  for (let at = folder; at !== ''; at = parentOf(at)) {
    const skill = byFolder.get(at);
    if (skill !== undefined) yield skill;
  }
}

/** Skills that the text names. */
const MOST_NAMED = 10;

/** Says what of a library is left out, once: again only where that is something else. */
export function leftOutTeller(tell: (text: string) => void): (library: SkillLibrary) => void {
  let told: string | null = null;
  return (library) => {
    const text = leftOutText(library);
    if (text !== null && text !== told) tell(text);
    told = text;
  };
}

/** What is left out, for people; null where nothing is. */
function leftOutText(library: SkillLibrary): string | null {
  const { leftOut } = servedSkills(library, null);
  if (leftOut.size === 0) return null;
  const all = [...leftOut.values()];
  const count = `${all.length} of ${library.skills.length} skills`;
  const named = all.slice(0, MOST_NAMED).map(({ skill, reason }) => `  ${skill.path}: ${reason}`);
  const more = all.length - named.length;
  return [
    `${count} are not published as skill:// resources; the tools and prompts have them:`,
    ...named,
    ...(more > 0 ? [`  and ${more} more; \`skillgraft check --profile spec\` tells what to mend`] : []),
  ].join('\n');
}
