import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fsFiles } from '../../runtime/files/fs.js';
import { createMcpServer } from '../../runtime/mcp/server.js';
import { openFiles, openIndex } from '../../runtime/open-index.js';
import { readAgain } from '../../runtime/read-again.js';
import type { LiveLibrary, SkillLibrary } from '../../runtime/skill-library.js';
import { SkillgraftError } from '../../schema/errors.js';
import { tempFolder } from '../helpers/git-repo.js';
import { rpc } from '../helpers/http-server.js';
import { buildInto, codeOf, twoVersions } from '../helpers/skills-repo.js';
import { serveHere } from './http/served.js';

const temp = tempFolder();
const { repo, v1, v2 } = twoVersions(join(temp.dir, 'repo'));
afterAll(() => temp.dispose());

/** A library whose index is replaced, with its files, just before the first of its files is read. */
async function replacedWhileRead(out: string): Promise<LiveLibrary> {
  await buildInto({ repo: repo.dir, ref: v1, out });
  const files = fsFiles(out);
  let next: SkillLibrary | null = null;
  const before = await openFiles(
    {
      ...files,
      async read(path, digest) {
        if (path.startsWith('skills/') && next === null) {
          await buildInto({ repo: repo.dir, ref: v2, out });
          next = await openIndex(out);
        }
        return files.read(path, digest);
      },
    },
    {},
  );
  return { current: async () => next ?? before, subscribe: () => () => undefined };
}

const call = (name: string, args: object) => rpc('tools/call', { name, arguments: args });

describe('what is read while a build replaces it', () => {
  it.each([
    ['a tool', '/mcp', call('get_skill', { name: 'changed' })],
    ['a file by a tool', '/mcp', call('get_skill', { name: 'changed', file: 'SKILL.md' })],
    ['a prompt', '/mcp', rpc('prompts/get', { name: 'changed' })],
    ['a resource', '/mcp', rpc('resources/read', { uri: 'skill://changed/SKILL.md' })],
    ['a file', '/skills/changed/SKILL.md', {}],
  ])('is read from the new index: %s', async (what, path, request) => {
    const live = await replacedWhileRead(join(temp.dir, what));
    const context = { library: live.current, currentRepo: null, proposals: null };
    const server = await serveHere(join(temp.dir, what), {
      live,
      factory: async ({ era }) => createMcpServer(await live.current(), '1.0.0', context, { era }),
    });
    const response = await fetch(server.url + path, request);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Two.')]);
    await server.stop();
  });

  it('is an error where the file stays wrong, after a second look', async () => {
    let looks = 0;
    const read = (code: string) => async (): Promise<never> => {
      looks += 1;
      throw new SkillgraftError(code, 'It is wrong.', 'Mend it.');
    };
    expect(await codeOf(readAgain(read('file-changed')))).toBe('file-changed');
    expect(looks).toBe(2);
    expect(await codeOf(readAgain(read('skill-unknown')))).toBe('skill-unknown');
    expect(looks).toBe(3);
  });
});
