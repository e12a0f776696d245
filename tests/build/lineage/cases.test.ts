import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LineageSection } from '../../../schema/lineage.js';
import { git, tempFolder } from '../../helpers/git-repo.js';
import { lineageOf } from '../../helpers/lineage.js';
import { sharedPath } from '../../helpers/shared.js';

interface Cases {
  load(): { id: string }[];
  materialise(test: object, dir: string): { repo: string; shallow?: string };
}

const folder = sharedPath('cases');
const temp = tempFolder();
let cases: Cases;
beforeAll(async () => {
  if (folder !== null) cases = (await import(pathToFileURL(join(folder, 'validate.mjs')).href)) as Cases;
});
afterAll(() => temp.dispose());

describe.skipIf(folder === null).each(['native', 'isomorphic'] as const)(
  'shared cases, %s reader',
  (reader) => {
    const build = (id: string) => {
      const dir = join(temp.dir, `${reader}-${id}`);
      mkdirSync(dir);
      return cases.materialise(cases.load().find((one) => one.id === id)!, dir);
    };
    const skill = (section: LineageSection, path: string) => section.skills.find((one) => one.path === path);
    /** Versions as `<action> <number of the commit>`. */
    const told = (section: LineageSection, dir: string, path: string) => {
      const order = git(dir, ['rev-list', '--reverse', '--date-order', 'HEAD']).trim().split('\n');
      return skill(section, path)?.versions.map(
        ({ action, commit }) => `${action} ${order.indexOf(commit) + 1}`,
      );
    };

    it('git-01: dates in a shallow clone are unknown', async () => {
      const { repo, shallow } = build('git-01');
      const full = await lineageOf(repo, { reader });
      expect(skill(full, 'skills/quill-cut')).toMatchObject({ created: '2024-01-01T12:00:00Z' });
      const cut = await lineageOf(shallow!, { reader });
      expect(cut).toMatchObject({ status: 'shallow', reason: 'shallow-clone', commits: {} });
      expect(skill(cut, 'skills/quill-cut')).toEqual({
        path: 'skills/quill-cut',
        versions: [],
        truncated: true,
      });
    });

    it('git-02: a shallow clone names no commit for a text', async () => {
      const { repo, shallow } = build('git-02');
      expect(told(await lineageOf(repo, { reader }), repo, 'skills/tray-fill')).toEqual(['add 1']);
      expect((await lineageOf(shallow!, { reader })).skills[0]).toMatchObject({
        versions: [],
        truncated: true,
      });
    });

    it.each(['git-03', 'git-04'])('%s: a renamed skill is one with two names', async (id) => {
      const { repo } = build(id);
      const section = await lineageOf(repo, { reader });
      expect(section.skills).toHaveLength(1);
      expect(told(section, repo, 'skills/wick-clip')).toEqual(['add 1', 'rename 2']);
      expect(section.skills[0]?.formerly).toEqual(['skills/wick-trim']);
      expect(section.edges).toMatchObject([
        { type: 'rename', from: 'skills/wick-trim', to: 'skills/wick-clip' },
      ]);
      expect(section.removed).toEqual([]);
    });

    it('git-05: a rename on a side branch comes once', async () => {
      const { repo } = build('git-05');
      const section = await lineageOf(repo, { reader });
      expect(told(section, repo, 'skills/sieve-soil')).toEqual(['add 1', 'rename 2', 'modify 5']);
      expect(skill(section, 'skills/sieve-soil')?.formerly).toEqual(['skills/sieve-sand']);
      expect(told(section, repo, 'skills/brush-tile')).toEqual(['add 3']);
      expect(section.edges).toHaveLength(1);
    });

    it('git-06: a copy is no ancestor', async () => {
      const { repo } = build('git-06');
      const section = await lineageOf(repo, { reader });
      expect(told(section, repo, 'skills/sieve-ash')).toEqual(['add 2']);
      expect(told(section, repo, 'skills/sieve-sand')).toEqual(['add 1']);
      expect(skill(section, 'skills/sieve-ash')?.created).toBe('2024-01-02T12:00:00Z');
      expect(section.edges.filter(({ type }) => type === 'rename')).toEqual([]);
      expect(section.skills.map(({ formerly }) => formerly)).toEqual([undefined, undefined]);
    });

    it('git-07: a path is what its bytes say', async () => {
      const { repo } = build('git-07');
      const section = await lineageOf(repo, { reader });
      expect(told(section, repo, 'skills/\u6280\u827a')).toEqual(['add 1', 'modify 2']);
      expect(section.skills).toHaveLength(1);
    });
  },
);
