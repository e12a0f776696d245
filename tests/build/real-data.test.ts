import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type BuildResult, buildIndex, publishArtifact } from '../../build/index.js';
import { openIndex } from '../../runtime/index.js';
import type { VectorSection } from '../../schema/embedding.js';
import type { Artifact } from '../../schema/index.types.js';
import { corpusFiles } from '../helpers/corpus.js';
import { corpusFolder } from '../helpers/corpus-folder.js';
import { git, tempFolder } from '../helpers/git-repo.js';
import { sharedPath } from '../helpers/shared.js';

const temp = tempFolder();
afterAll(() => temp.dispose());

async function built<T>(
  options: Parameters<typeof buildIndex>[0],
  use: (result: BuildResult) => T,
): Promise<T> {
  const result = await buildIndex(options);
  try {
    return use(result);
  } finally {
    await result.close();
  }
}

describe.skipIf(sharedPath('corpora') === null)('all real files', () => {
  it('none is lost: each is in the index or has an error', async () => {
    const folder = corpusFolder()!;
    try {
      await built({ repo: folder.dir }, ({ skills, findings, failed, found }) => {
        const indexed = new Set(skills.map(({ path }) => `${path}/SKILL.md`));
        const withError = new Set(findings.filter((one) => one.severity === 'error').map((one) => one.path));
        const lost = corpusFiles().filter(({ path }) => !indexed.has(path) && !withError.has(path));
        // The census counts a `skill.md` beside a SKILL.md: it collides, and is named by a warning.
        const collisions = findings
          .filter((one) => one.code === 'skill-file-collision')
          .map((one) => one.path);
        expect(lost.map(({ path }) => path)).toEqual(collisions);
        expect(folder.files).toBe(9_989);
        expect(skills.length + failed.length).toBe(found);
        expect(skills.length).toBeGreaterThan(9_500);
      });
    } finally {
      folder.dispose();
    }
  });
});

const HISTORIES = [
  ['github+awesome-copilot', 419],
  ['terrylica+cc-skills', 241],
  ['mattpocock+skills', 41],
  ['obra+superpowers', 14],
] as const;

describe.skipIf(sharedPath('repos') === null)('real histories', () => {
  it.each(HISTORIES)(
    '%s: %i skills, the same bytes by either reader and from an older artifact',
    async (name, count) => {
      const dir = join(temp.dir, name);
      git(temp.dir, ['clone', '-q', sharedPath(`repos/${name}.bundle`)!, dir]);
      const tip = git(dir, ['rev-parse', 'origin/main']).trim();
      const native = await built({ repo: dir, reader: 'native' }, (result) => result);
      const isomorphic = await built({ repo: dir, reader: 'isomorphic' }, (result) => result);
      expect(native.skills).toHaveLength(count);
      expect(native.notes.join()).toContain('origin/main');
      expect(native.commit).toBe(tip);
      expect(native.lineage.status).toBe('full');
      expect(Buffer.compare(native.index, isomorphic.index)).toBe(0);
      const out = join(temp.dir, `${name}-out`);
      const older = await buildIndex({ repo: dir, ref: 'origin/main~20', out });
      await publishArtifact(older, out);
      await older.close();
      const incremental = await built({ repo: dir, out }, (result) => result);
      expect(Buffer.compare(native.index, incremental.index)).toBe(0);
      const { vectors } = JSON.parse(Buffer.from(native.index).toString('latin1')) as Artifact;
      expect(vectors).toMatchObject({ documents: count, dims: 256 });
      expect((vectors as VectorSection).vectors.length / count).toBeLessThan(300);
    },
  );

  it('a search on one of them finds the skill that it is about', async () => {
    const dir = join(temp.dir, HISTORIES[0][0]);
    const out = join(temp.dir, 'searched');
    const result = await buildIndex({ repo: dir, out });
    await publishArtifact(result, out);
    await result.close();
    const index = await openIndex(out, { repo: dir });
    const { results } = await index.search('write a conventional commit message', { limit: 5 });
    expect(results.map((hit) => hit.name)).toContain('conventional-commit');
    for (const hit of results) expect((await index.get(hit.path)).body.length).toBeGreaterThan(0);
    const [first] = index.lineage('agentic-workflows').versions;
    expect((await index.get('agentic-workflows', { version: '1' })).commit).toBe(first!.commit);
  });
});
