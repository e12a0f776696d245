import { DIRECTORY_MIME_TYPE, type DirectoryResource } from '@modelcontextprotocol/server/ext/skills';
import { compareText } from '../../../schema/diagnostic.js';
import type { SkillEntry } from '../../../schema/index.types.js';
import type { SkillLibrary } from '../../skill-library.js';
import { type Pages, pagesOf } from '../paging.js';
import { perLibrary } from '../per-library.js';
import { mimeType } from './mime-type.js';
import { servedSkills, skillsAround } from './served-skills.js';
import { folderUri, parentOf, pathOfEntry, pathOfUri } from './uri.js';

/** Children that a page of a folder has at most. */
const MOST = 500;

type Children = ReadonlyMap<string, DirectoryResource>;

/** The direct children of a folder, of a skill or above skills, sorted by URI; null where the URI is that of none. */
export function childrenOf(
  library: SkillLibrary,
  repo: string | null,
  uri: string,
): Pages<DirectoryResource> | null {
  const path = pathOfUri(uri);
  if (path === null) return null;
  for (const skill of skillsAround(servedSkills(library, repo).byFolder, path)) {
    const children = childrenInSkill(skill, path);
    if (children.size > 0) return sorted(path, children);
  }
  return foldersAbove(library, repo).get(path) ?? null;
}

function sorted(path: string, children: Children): Pages<DirectoryResource> {
  const items = [...children.values()].sort((a, b) => compareText(a.uri, b.uri));
  return pagesOf(`folder ${path}`, items, MOST);
}

function childrenInSkill(skill: SkillEntry, folder: string): Children {
  const children = new Map<string, DirectoryResource>();
  for (const { uri, size } of skill.resources) {
    const path = pathOfEntry(uri);
    if (!path.startsWith(`${folder}/`)) continue;
    const [name = '', ...deeper] = path.slice(folder.length + 1).split('/');
    if (deeper.length > 0) children.set(name, folderEntry(`${folder}/${name}`));
    else children.set(name, fileEntry(uri, name, size));
  }
  return children;
}

function fileEntry(uri: string, name: string, size: number): DirectoryResource {
  return { uri, name, mimeType: mimeType(name), size };
}

function folderEntry(path: string): DirectoryResource {
  return {
    uri: folderUri(path),
    name: path.slice(path.lastIndexOf('/') + 1),
    mimeType: DIRECTORY_MIME_TYPE,
  };
}

/** The folders that skills lie in, up to the top, with their children that are skills or folders of skills. */
const foldersAbove = perLibrary((library: SkillLibrary, repo: string | null) => {
  const folders = new Map<string, Map<string, DirectoryResource>>();
  for (const { uri } of servedSkills(library, repo).listed) {
    for (let at = parentOf(pathOfEntry(uri)); at !== ''; at = parentOf(at)) {
      const children = folders.get(parentOf(at)) ?? new Map<string, DirectoryResource>();
      folders.set(parentOf(at), children);
      if (children.has(at)) break;
      children.set(at, folderEntry(at));
    }
  }
  return new Map([...folders].map(([path, children]) => [path, sorted(path, children)]));
});
