import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import {
  type Skill,
  type SkillReadResult,
  type SkillSource,
  SkillsExtension,
} from '@modelcontextprotocol/server/ext/skills';
import { resourcePath } from '../../../schema/format.js';
import type { SkillEntry } from '../../../schema/index.types.js';
import { readAgain } from '../../read-again.js';
import type { SkillLibrary } from '../../skill-library.js';
import type { SkillFile } from '../../types.js';
import { pagesOf } from '../paging.js';
import { perLibrary } from '../per-library.js';
import { protocolError } from '../protocol-error.js';
import type { ToolContext } from '../tool.js';
import { childrenOf } from './folders.js';
import { BYTES, mimeType } from './mime-type.js';
import { findServedFile, servedSkills, skillsAround } from './served-skills.js';
import { parentOf, pathOfUri } from './uri.js';

/** Entries of a page: the SDK checks each whenever it is sent, and its client follows 64 pages. */
const MOST = 500;

/** Code units of JSON that a file may take: clients refuse messages of more than 10 MiB, and close the pipe. */
const LARGEST = 9 * 1024 * 1024;

const extensions = new WeakMap<ToolContext, SkillsExtension>();

/** The extension `io.modelcontextprotocol/skills` over a library that may change: each request takes the newest one. */
export function skillsExtension(context: ToolContext): SkillsExtension {
  const known = extensions.get(context);
  if (known !== undefined) return known;
  const made = new SkillsExtension({ source: sourceOf(context) });
  extensions.set(context, made);
  return made;
}

function sourceOf({ library, currentRepo }: ToolContext): SkillSource {
  return {
    async list({ cursor }) {
      const { items, nextCursor } = await entriesOf(await library(), currentRepo).page(cursor);
      return { skills: [...items], ...(nextCursor === undefined ? {} : { nextCursor }) };
    },
    async get(uri) {
      const file = findServedFile(servedSkills(await library(), currentRepo), uri);
      // The SDK takes no entry for another spelling of its URI.
      const isIt = file !== null && file.resource.uri === file.skill.uri && file.skill.uri === uri;
      return isIt ? entryOf(file.skill) : undefined;
    },
    async read(uri) {
      try {
        return await readAgain(async () => readFile(await library(), currentRepo, uri));
      } catch (error) {
        throw protocolError(error);
      }
    },
    async readDirectory(uri, { cursor }) {
      const page = await childrenOf(await library(), currentRepo, uri)?.page(cursor);
      if (page === undefined) return undefined;
      const { items, nextCursor } = page;
      return { resources: [...items], ...(nextCursor === undefined ? {} : { nextCursor }) };
    },
  };
}

const entriesOf = perLibrary((library: SkillLibrary, repo: string | null) =>
  pagesOf('skills', servedSkills(library, repo).listed.map(entryOf), MOST),
);

function entryOf({ uri, frontmatter, resources }: SkillEntry): Skill {
  return {
    uri,
    frontmatter: frontmatter as Skill['frontmatter'],
    resources: resources.map((resource) => ({
      uri: resource.uri,
      digest: resource.digest,
      size: resource.size,
    })),
  };
}

async function readFile(library: SkillLibrary, repo: string | null, uri: string): Promise<SkillReadResult> {
  const served = findServedFile(servedSkills(library, repo), uri);
  if (served === null) throw notFound(library, repo, uri);
  const { skill, resource } = served;
  const file = await library.file(skill.path, resourcePath(skill.uri, resource.uri));
  const type = mimeType(file.path);
  const text = file.text === null ? null : decode(file.bytes);
  if (sizeOf(file, text) > LARGEST) {
    const message = `${uri} has ${file.size} bytes, more than can be sent at once. Read it in the repository.`;
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
  if (text === null) return { bytes: file.bytes, mimeType: type };
  return { text, mimeType: type === BYTES ? 'text/plain' : type };
}

/** Keeps a byte order mark, so that the text gives the bytes of the digest. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function sizeOf(file: SkillFile, text: string | null): number {
  if (text === null) return (file.size * 4) / 3;
  return Math.max(file.size, file.size > LARGEST / 6 ? JSON.stringify(text).length : 0);
}

function notFound(library: SkillLibrary, repo: string | null, uri: string): ResourceNotFoundError {
  const { byFolder, leftOut } = servedSkills(library, repo);
  const path = pathOfUri(uri) ?? '';
  if (childrenOf(library, repo, uri) !== null) {
    const [skill] = skillsAround(byFolder, path);
    const file = skill === undefined ? '' : `read ${skill.uri}, or `;
    return new ResourceNotFoundError(
      uri,
      `${uri} is a folder: ${file}list it with resources/directory/read.`,
    );
  }
  const out = leftOut.get(path) ?? leftOut.get(parentOf(path));
  if (out === undefined) return new ResourceNotFoundError(uri);
  return new ResourceNotFoundError(
    uri,
    `Resource not found: ${uri}. ${out.skill.path} is not published, as ${out.reason}; get_skill reads it.`,
  );
}
