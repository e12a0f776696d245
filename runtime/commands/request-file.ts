import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { SkillgraftError } from '../../schema/errors.js';
import { describe } from '../../schema/messages.js';
import { readMetadata } from '../../schema/skill/metadata.js';
import { parseSkill } from '../../schema/skill/parse.js';
import type { SkillDocument, SkillMetadata } from '../../schema/skill/types.js';
import { decodeUtf8, toLf } from '../../schema/text.js';
import { libraryKeys } from '../propose/request-keys.js';

/** What a file says of a proposal, by parameter, and what of it is left out. */
export interface RequestFile {
  readonly request: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** Bytes of one file that are read. */
const LARGEST = 16 * 1024 * 1024;
/** Keys of front matter that a proposal can set, in kebab-case. */
const TAKEN = new Set([
  'name',
  'description',
  'metadata',
  'skill-type',
  'repo',
  'tags',
  'ttl-days',
  'display-name',
  'author',
]);

/**
 * Reads what is proposed from a file: a request as JSON, a SKILL.md with its front matter, or Markdown that is the body.
 *
 * @param path `-` is standard input
 * @throws SkillgraftError `file-unreadable`, `request-unreadable`
 */
export async function readRequestFile(path: string, cwd: string): Promise<RequestFile> {
  const bytes = path === '-' ? await readInput() : await readBytes(path, cwd);
  const text = decode(bytes, path);
  if (path.endsWith('.json') || (!path.endsWith('.md') && text.trimStart().startsWith('{'))) {
    return { request: readJson(text, path), notes: [] };
  }
  if (!/^\ufeff?---[ \t]*\n/.test(text)) return { request: { body: text }, notes: [] };
  const folder = path === '-' ? '' : basename(dirname(resolve(cwd, path)));
  return readSkill(bytes, path, folder);
}

/** Text of a file that a proposal takes along. @throws SkillgraftError `file-unreadable` */
export async function readText(path: string, cwd: string): Promise<string> {
  const { text, problem } = decodeUtf8(await readBytes(path, cwd));
  if (problem === undefined) return text;
  throw new SkillgraftError(
    'file-unreadable',
    `${path} is not UTF-8 text.`,
    'Proposals carry texts; commit other files with git.',
  );
}

async function readBytes(path: string, cwd: string): Promise<Uint8Array> {
  try {
    const bytes = await readFile(resolve(cwd, path));
    if (bytes.length <= LARGEST) return bytes;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new SkillgraftError(
      'file-unreadable',
      `${path} cannot be read (${reason}).`,
      'Name a file that is there.',
      {
        cause: error,
      },
    );
  }
  throw new SkillgraftError('file-unreadable', `${path} is too large.`, 'Propose it in parts.');
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > LARGEST)
      throw new SkillgraftError('file-unreadable', 'Standard input is too large.', 'Propose it in parts.');
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array, path: string): string {
  const { text, problem } = decodeUtf8(bytes);
  if (problem === undefined) return toLf(text);
  throw new SkillgraftError('request-unreadable', `${named(path)} is not UTF-8 text.`, 'Save it as UTF-8.');
}

function readJson(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = libraryKeys(JSON.parse(text));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new SkillgraftError(
      'request-unreadable',
      `${named(path)} is not JSON: ${problem}`,
      'Give one object, such as {"action": "ARCHIVE", "name": "fix-cors", …}.',
      { cause: error },
    );
  }
  throw new SkillgraftError(
    'request-unreadable',
    `${named(path)} does not hold one JSON object.`,
    'Give one, such as {"action": "ARCHIVE", "name": "fix-cors", …}.',
  );
}

function readSkill(bytes: Uint8Array, path: string, folder: string): RequestFile {
  const { document, findings } = parseSkill(bytes, named(path));
  if (document === null) {
    const [first] = findings.filter(({ severity }) => severity === 'error');
    const what = first === undefined ? '' : `:${first.line}:${first.column}: ${describe(first)}`;
    throw new SkillgraftError('request-unreadable', `${named(path)}${what}`, 'Mend the front matter.');
  }
  const { name, description, metadata } = readMetadata(document, folder);
  const left = leftOut(document);
  const notes =
    left.length === 0 ? [] : [`Not taken from the front matter of ${named(path)}: ${left.join(', ')}.`];
  const body = document.body === '' ? {} : { body: document.body };
  return { request: { name, description, ...parametersOf(metadata), ...body }, notes };
}

function parametersOf(metadata: SkillMetadata): Record<string, unknown> {
  const { type, repo, tags, ttlDays, displayName, author } = metadata;
  const all = { skillType: type, repoName: repo, tags, ttlDays, displayName, author };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Keys that no parameter sets, at the top level and inside `metadata`. */
function leftOut({ frontmatter }: SkillDocument): string[] {
  const { metadata } = frontmatter;
  const inner = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? metadata : {};
  const keys = [...Object.keys(frontmatter), ...Object.keys(inner)];
  return [...new Set(keys)].filter((key) => !TAKEN.has(key.replaceAll('_', '-')));
}

function named(path: string): string {
  return path === '-' ? 'Standard input' : path;
}
