import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../../helpers/git-repo.js';
import { connect, type LooseJson } from '../../helpers/mcp-client.js';
import { type SampleRepo, sampleRepo } from '../../helpers/sample-repo.js';

let sample: SampleRepo;
beforeAll(async () => {
  sample = await sampleRepo();
});
afterAll(() => sample.dispose());

const paths = (data: LooseJson): string[] => data.results.map(({ path }: { path: string }) => path);

describe('where the client works', () => {
  it.each([
    ['a path', '/home/me/web', 1],
    ['a path with a slash behind', '/home/me/web/', 1],
    ['a file: URL', pathToFileURL('/home/me/web').href, 1],
    ['a Windows path', 'C:\\work\\Web\\', 1],
    ['a placeholder that nobody filled', '\u0024{workspaceFolder}', 2],
    ['a part of one', '/home/\u0024{workspaceFolderBasename}', 2],
    ['nothing', '', 2],
  ])('WORKSPACE_FOLDER as %s', async (_, folder, count) => {
    const server = await connect(sample.out, 'auto', { env: { WORKSPACE_FOLDER: folder } });
    try {
      const { data } = await server.call('search_skills', { query: 'caches' });
      expect(paths(data)).toHaveLength(count);
      const all = await server.call('search_skills', { query: 'caches', repo_scope: 'all' });
      expect(paths(all.data)).toHaveLength(2);
      const other = await server.call('search_skills', { query: 'caches', current_repo: 'api' });
      expect(paths(other.data)).toEqual(['skills/api-cache']);
    } finally {
      await server.close();
    }
  });
});

describe('an index away from its repository', () => {
  it('refuses older versions with the reason, unless the repository is named', async () => {
    const { dir, dispose } = tempFolder('skillgraft-apart-');
    cpSync(sample.out, join(dir, 'dist'), { recursive: true });
    const alone = await connect(join(dir, 'dist'), 'auto');
    const named = await connect(join(dir, 'dist'), 'auto', { args: ['--repo', sample.repo.dir] });
    try {
      const refused = await alone.call('get_skill', { name: 'clip-wick', version: 1 });
      expect(refused.isError).toBe(true);
      expect(refused.text).toMatch(
        /lie in its git repository, which is not here: .*get_skill without version/,
      );
      const given = await named.call('get_skill', { name: 'clip-wick', version: 1 });
      expect(given.data).toMatchObject({ name: 'trim-wick' });
    } finally {
      await Promise.all([alone.close(), named.close()]);
      dispose();
    }
  });
});
